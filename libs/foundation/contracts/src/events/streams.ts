import type { Category } from './domain-event';

/** The stream of one aggregate: `conversation-<id>`. */
export function streamOf(category: Category, id: string): string {
  return `${category}-${id}`;
}

/** The aggregate's id in a stream name: what follows the category. */
export function idOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1);
}
