import { MailFailed, type Mail, type Mailer } from '@parley/platform/mail/mailer';

/**
 * Sends a mail, and gives up if the server refuses it, since another attempt would fail as well.
 * @param onRefused gets the reason, as text for the log
 * @throws MailFailed if the mail server is unreachable, so that the caller tries again
 */
export async function sendUnlessRefused(
  mailer: Mailer,
  mail: Mail,
  onRefused: (why: string) => void,
): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailFailed) || error.reason === 'unreachable') throw error;
    onRefused(error.message);
  }
}
