import type { EmailContent, MessageAsset, RecipientOutcome, StatusReason } from '@parley/contracts/events';

/** What a mail says of the mails before it. Ids have no angle brackets. */
export interface MailThread {
  inReplyTo: string[];
  /** The oldest first. */
  references: string[];
  /** Every address that it was sent to, as headers and envelope name them: one of them may be a signed reply address. */
  recipients: string[];
}

/** What one report says became of a message for one recipient. */
export interface MailReport {
  /** The id of the message that it is about. */
  externalId: string;
  outcome: RecipientOutcome;
  /** Who, in lower case; left out where the report names none. */
  recipient?: string;
  reason: StatusReason;
  /** As RFC 3463 writes it, `5.1.1`, or a code of ours. */
  code?: string;
  detail?: string;
}

/**
 * A mail as the mailbox that took it read it, its files stored: what is written to the bus, as JSON.
 * `mail`: somebody wrote. `own`: we did, from another program. `reports`: servers say what became of messages of ours.
 * `refused`: it cannot be shown; what there is of it is in its files.
 */
export type ReceivedMail = {
  /** The channel's own address. */
  address: string;
  /** Its Message-ID without brackets, or else what its bytes amount to. */
  externalId: string;
  /** ISO 8601 UTC. */
  time: string;
} & (
  | { kind: 'mail' | 'own'; content: EmailContent; thread: MailThread; isAutomatic: boolean }
  | { kind: 'reports'; reports: MailReport[] }
  | { kind: 'refused'; reason: string; from: string | null; subject: string; assets: MessageAsset[] }
);

const OWN_ID = /^p\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/;

/** The Message-ID of a message of ours, without brackets: it is known before any server is. */
export function ownMailId(messageId: string, address: string): string {
  return `p.${messageId}@${address.slice(address.lastIndexOf('@') + 1).toLowerCase()}`;
}

/** Our id of the message that a Message-ID is of; undefined where it is none of ours. */
export function messageIdIn(externalId: string): string | undefined {
  return OWN_ID.exec(externalId)?.[1];
}
