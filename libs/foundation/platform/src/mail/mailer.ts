import type { MailFailure } from '@parley/contracts/events';

export interface Mail {
  /** The same for every try of one mail, so that a mailbox can recognise a repetition. */
  id: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

/** The mail could not be sent. The message of the error is for the log and contains no part of the mail. */
export class MailFailed extends Error {
  constructor(
    readonly reason: MailFailure,
    message: string,
  ) {
    super(message);
  }
}

/** Passes mails to a mail server or a folder. */
export abstract class Mailer {
  /** Whether mails leave this machine; false if they are written to a folder. */
  abstract readonly isDelivering: boolean;

  /** @throws MailFailed if the mail server does not accept the mail */
  abstract send(mail: Mail): Promise<void>;
}
