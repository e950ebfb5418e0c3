import { MailFailed, type Mail, type Mailer } from '@parley/platform/mail/mailer';

/**
 * Sends a mail that nobody waits for. One that the server refuses is given up: trying again would not help.
 * @param onRefused hears why, in words for the log
 * @throws MailFailed where the mail server was away: trying again helps
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
