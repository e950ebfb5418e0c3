import { Mailer, type Mail, type MailFailed } from '@parley/platform/mail/mailer';

/** Records mails in place of sending them; fails with `failure` if that is set. */
export class CapturedMailer extends Mailer {
  readonly isDelivering = true;
  readonly sent: Mail[] = [];
  failure: MailFailed | null = null;

  send(mail: Mail): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    this.sent.push(mail);
    return Promise.resolve();
  }
}
