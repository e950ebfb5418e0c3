/**
 * Names of streams. EventStoreDB takes everything before the first hyphen as the category,
 * so categories contain none.
 */
export const categories = [
  'asset',
  'channel',
  'claim',
  'contact',
  'conversation',
  'customer',
  'ipWhitelist',
  'label',
  'message',
  'quickReply',
  'tag',
  'team',
  'user',
] as const;

export type Category = (typeof categories)[number];

/** The stream of one aggregate: `conversation-<id>`. */
export function streamOf(category: Category, id: string): string {
  return `${category}-${id}`;
}

/** The aggregate's id in a stream name: what follows the category. */
export function idOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1);
}
