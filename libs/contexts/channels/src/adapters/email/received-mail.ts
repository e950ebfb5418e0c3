import type { EmailContent, MessageAsset, RecipientOutcome, StatusReason } from '@parley/contracts/events';

/** The references of a mail to earlier mails. Ids have no angle brackets. */
export interface MailThread {
  inReplyTo: string[];
  /** Ids in the header References, oldest first. */
  references: string[];
  /** Every recipient in headers and envelope: one of them may be a signed reply address. */
  recipients: string[];
}

/** The part of a delivery report about one recipient. */
export interface MailReport {
  /** The Message-ID of the message that the report is about. */
  externalId: string;
  outcome: RecipientOutcome;
  /** The recipient's address in lower case; undefined if the report names none. */
  recipient?: string;
  reason: StatusReason;
  /** A code of RFC 3463, as `5.1.1`, or one of ours. */
  code?: string;
  detail?: string;
}

/**
 * A received mail, parsed and with its files stored, as written to the bus in JSON. `mail`: a contact wrote it.
 * `own`: the organisation sent it from another program. `reports`: mail servers report on messages of ours.
 * `refused`: it cannot be shown; its content is in its files.
 */
export type ReceivedMail = {
  address: string;
  /** Its Message-ID without brackets, or else a hash of its bytes. */
  externalId: string;
  /** ISO 8601 UTC. */
  time: string;
} & (
  | { kind: 'mail' | 'own'; content: EmailContent; thread: MailThread; isAutomatic: boolean }
  | { kind: 'reports'; reports: MailReport[] }
  | { kind: 'refused'; reason: string; from: string | null; subject: string; assets: MessageAsset[] }
);

const OWN_ID = /^p\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/;

/** The Message-ID of a message of ours, without brackets: fixed before the mail is sent. */
export function ownMailId(messageId: string, address: string): string {
  return `p.${messageId}@${address.slice(address.lastIndexOf('@') + 1).toLowerCase()}`;
}

/** Our id of the message that a Message-ID belongs to; undefined if we did not send it. */
export function messageIdIn(externalId: string): string | undefined {
  return OWN_ID.exec(externalId)?.[1];
}
