import i18next from 'i18next';
import type { BulkResult, Chat } from '@parley/contracts/api/conversations';

type Refused = Extract<BulkResult, { ok: false }>;

/** Result of a bulk action as text: a line with the counts, then one line per refused conversation. */
export interface BulkOutcome {
  lines: string[];
  /** Refused conversations that still exist and can therefore be retried. */
  refused: Chat[];
  /** Refused conversations that were deleted or that the user can no longer see. */
  gone: Chat[];
}

/**
 * @param reasonOf describes the reason of a refusal
 * @returns null if all succeeded, since the screen already shows the result
 */
export function outcomeOf(
  results: BulkResult[],
  chats: Chat[],
  reasonOf: (refused: Refused) => string,
): BulkOutcome | null {
  const refusals = results.filter((result): result is Refused => !result.ok);
  const unchanged = results.filter((result) => result.ok && !result.changed);
  if (refusals.length + unchanged.length === 0) return null;
  const done = results.length - refusals.length - unchanged.length;
  const counts = [
    i18next.t('selection.done', { count: done }),
    ...(unchanged.length > 0 ? [i18next.t('selection.unchanged', { count: unchanged.length })] : []),
    ...(refusals.length > 0 ? [i18next.t('selection.notDone', { count: refusals.length })] : []),
  ];
  const line = (id: string, reason: string) =>
    i18next.t('selection.reason', { name: chats.find((chat) => chat.id === id)?.contact.name ?? '', reason });
  const chatsOf = (some: Refused[]) => chats.filter(({ id }) => some.some((refused) => refused.id === id));
  return {
    lines: [
      counts.join(' · '),
      ...refusals.map((refused) => line(refused.id, reasonOf(refused))),
      ...unchanged.map(({ id }) => line(id, i18next.t('selection.already'))),
    ],
    refused: chatsOf(refusals.filter(({ code }) => code !== 'not_found')),
    gone: chatsOf(refusals.filter(({ code }) => code === 'not_found')),
  };
}
