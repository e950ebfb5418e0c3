import type { Mail } from '@parley/platform/mail/mailer';

/** Port to other contexts: sends e-mails from an organisation's own address. */
export abstract class OrganisationMail {
  /**
   * Sends a mail through the organisation's mail channel.
   * @returns false if the organisation has no such channel
   * @throws Error if the channel's server rejects the mail
   */
  abstract send(customerId: string, mail: Mail): Promise<boolean>;
}
