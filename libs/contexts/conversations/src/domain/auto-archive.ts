import type { AutoArchive } from '@parley/contracts/events';

const HOUR_MS = 3_600_000;

/**
 * Name of the scheduled command that archives a conversation after the time without messages that its channel sets.
 */
export const AUTO_ARCHIVE = 'auto-archive';

/** The times from which the auto-archive rule computes when to archive an open conversation, in ms since 1970. */
export interface Silence {
  openedAt: number;
  /** Time of the contact's last message; null if there is none. */
  receivedAt: number | null;
  /** Time of the last reply by a person or from the provider's own app; null if there is none. */
  answeredAt: number | null;
}

/**
 * The time at which a channel's rule archives an open conversation, in ms since 1970: `afterHours` after the last
 * message in the rule's direction or after the conversation was opened, whichever is later. Null while there is no
 * such message; with the direction `out`, also while the contact waits for a reply. `read/due-archives.ts` computes
 * the same in SQL; a property test checks that the two agree.
 */
export function archiveTime({ afterHours, direction }: AutoArchive, silence: Silence): number | null {
  const since = lastMessage(direction, silence);
  return since === null ? null : Math.max(silence.openedAt, since) + afterHours * HOUR_MS;
}

function lastMessage(
  direction: AutoArchive['direction'],
  { receivedAt, answeredAt }: Silence,
): number | null {
  switch (direction) {
    case 'in':
      return receivedAt;
    case 'out':
      return answeredAt !== null && (receivedAt ?? 0) <= answeredAt ? answeredAt : null;
    case 'any':
      return receivedAt === null ? answeredAt : Math.max(receivedAt, answeredAt ?? 0);
  }
}
