import type { Mail } from '@parley/platform/mail/mailer';

/** What apps ask of other contexts: e-mails from an organisation's own address. */
export abstract class OrganisationMail {
  /**
   * Sends by the organisation's mail channel.
   * @returns false where it has none
   * @throws Error where its server does not take the mail
   */
  abstract send(customerId: string, mail: Mail): Promise<boolean>;
}
