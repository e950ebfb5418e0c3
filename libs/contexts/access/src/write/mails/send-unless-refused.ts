import { MailFailed, type Mail, type Mailer } from '@parley/platform/mail/mailer';

/**
 * Sends a mail. If the mail server refuses it, gives up, because another attempt would fail as well.
 * @param onRefused called with the reason of the refusal, as text for the log
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
