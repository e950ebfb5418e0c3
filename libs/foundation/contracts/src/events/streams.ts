import type { Category } from './domain-event';

/** Name of an aggregate's stream: `conversation-<id>`. */
export function streamOf(category: Category, id: string): string {
  return `${category}-${id}`;
}

/** The aggregate's id in a stream name: everything after the category. */
export function idOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1);
}
