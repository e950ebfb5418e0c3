import type { PushPayload } from '@parley/contracts/api/push';
import type { Words } from './words';

/** Maximum number of conversations with notifications of their own. */
const MAX_AT_ONCE = 3;
/** Tag of the notification that stands for many conversations. */
export const MANY = 'many';

/** One push, and the deliveries that it covers. */
export interface Group<Delivery> {
  payload: PushPayload;
  of: Delivery[];
}

/**
 * Combines the deliveries for one device into pushes: the newest of each conversation, or one with their count if
 * there are more than three conversations.
 * @param deliveries oldest first
 */
export function grouped<Delivery extends { payload: PushPayload }>(
  deliveries: Delivery[],
  words: Pick<Words, 'many' | 'manyText' | 'why'>,
): Group<Delivery>[] {
  const byTag = new Map<string, Group<Delivery>>();
  for (const delivery of deliveries) {
    const { payload } = delivery;
    if (payload.kind === 'test') continue;
    const before = byTag.get(payload.tag);
    byTag.delete(payload.tag);
    byTag.set(payload.tag, { payload, of: [...(before?.of ?? []), delivery] });
  }
  const groups = [...byTag.values()];
  const news = groups.filter(({ payload }) => payload.kind === 'news');
  if (news.length <= MAX_AT_ONCE) return groups;
  const payload: PushPayload = {
    kind: 'news',
    tag: MANY,
    title: words.many(news.length),
    text: words.manyText,
    path: '/messaging-inbox',
    why: { label: words.why, path: '/settings/account?why' },
    time: newest(news.map((group) => (group.payload.kind === 'news' ? group.payload.time : ''))),
  };
  const rest = groups.filter((group) => group.payload.kind === 'close');
  return [...rest, { payload, of: news.flatMap(({ of }) => of) }];
}

function newest(times: string[]): string {
  return times.reduce((a, b) => (a > b ? a : b));
}
