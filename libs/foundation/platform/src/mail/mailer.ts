import type { MailFailure } from '@parley/contracts/events';

export interface Mail {
  /** The same for every try at one mail: a mailbox that gets it twice can tell. */
  id: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

/** It could not be handed over. The message is for the log and holds nothing of the mail. */
export class MailFailed extends Error {
  constructor(
    readonly reason: MailFailure,
    message: string,
  ) {
    super(message);
  }
}

/** Hands mails over to whoever delivers them. */
export abstract class Mailer {
  /** Whether mails leave this machine; without a mail server they lie in a folder. */
  abstract readonly isDelivering: boolean;

  /** @throws MailFailed */
  abstract send(mail: Mail): Promise<void>;
}
