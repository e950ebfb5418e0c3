import i18next from 'i18next';
import type { BulkResult, Chat } from '@parley/contracts/api/conversations';

type Refused = Extract<BulkResult, { ok: false }>;

/** What came of several conversations: how many were done, and each of the others by name, one per line. */
export interface BulkOutcome {
  lines: string[];
  /** Those that were refused and are still there: they may be tried again. */
  refused: Chat[];
  /** Those that are not there any more, or not to be seen. */
  gone: Chat[];
}

/** @param reasonOf says why one was refused. Null where all were done: the screen shows it. */
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
