import type { EntryStatus } from '@parley/contracts/api/conversations';
import type { EmailContent, RecipientOutcome, StatusReason } from '@parley/contracts/events/message-content';

/** Outcome of an e-mail of the organisation for one recipient. */
export interface RecipientStatus {
  field: 'to' | 'cc' | 'bcc';
  /** Address of the recipient; empty if the mail server did not name it. */
  address: string;
  outcome: RecipientOutcome | 'accepted';
  reason: StatusReason | null;
  detail: string | null;
}

export type MailOfOurs = Pick<EmailContent, 'to' | 'cc' | 'bcc' | 'notReached' | 'reported'>;

/**
 * The outcome for each recipient.
 * @returns [] until a mail server has accepted the e-mail or reported on it
 */
export function recipientsOf(mail: MailOfOurs, status: EntryStatus): RecipientStatus[] {
  const { notReached = [], reported = [] } = mail;
  const isOut = ['sent', 'delivered', 'read'].includes(status);
  if (!isOut && reported.length === 0) return [];
  const fields = (['to', 'cc', 'bcc'] as const).flatMap((field) =>
    mail[field].map(({ address }) => ({ field, address })),
  );
  const seen = new Set<string>();
  const named = fields.flatMap(({ field, address }): RecipientStatus[] => {
    const key = address.toLowerCase();
    if (seen.has(key)) return [];
    seen.add(key);
    const report = reported.find((each) => each.address === key);
    const refusal = notReached.find((each) => each.address.toLowerCase() === key);
    const told = report ?? (refusal && { ...refusal, outcome: 'failed' as const });
    const { outcome = 'accepted', reason = null, detail = null } = told ?? {};
    return [{ field, address, outcome, reason, detail }];
  });
  const unnamed = reported.find(({ address }) => address === '');
  return unnamed ? [...named, { field: 'to', detail: null, ...unnamed }] : named;
}

/** Whether the recipient did not get the e-mail, or has not got it yet. */
export const isTrouble = ({ outcome }: RecipientStatus) => outcome === 'failed' || outcome === 'delayed';
