import type { EventType } from './domain-event';

/**
 * Event fields that contain a position of the log. A position is valid only in its own log, so copying events to
 * another log has to
 * translate these fields.
 */
const fields: Partial<Record<string, readonly string[]>> = {
  ConversationArchived: ['seenUpTo'],
  ConversationDeleted: ['seenUpTo'],
  ConversationMarkedUnread: ['position'],
  ConversationRead: ['seenUpTo'],
  ConversationRouted: ['position'],
  ConversationShared: ['position'],
  ConversationSnoozed: ['seenUpTo'],
  SurveyAnswered: ['position'],
  SurveyCommented: ['position'],
  TeamChatDelivered: ['upTo'],
  TeamChatRead: ['upTo'],
} satisfies Partial<Record<EventType, readonly string[]>>;

const POSITION = /^\d{20}$/;

/** The positions in an event's data. */
export function positionsIn({ type, data }: { type: string; data: unknown }): string[] {
  const values = data as Record<string, unknown>;
  return (fields[type] ?? []).map((field) => values[field]).filter(isPosition);
}

/** The event's data with its positions translated to those of another log. */
export function withPositions(
  { type, data }: { type: string; data: unknown },
  translate: (position: string) => string,
): unknown {
  const values = data as Record<string, unknown>;
  const named = (fields[type] ?? []).filter((field) => isPosition(values[field]));
  if (named.length === 0) return data;
  const translated = named.map((field) => [field, translate(values[field] as string)] as const);
  return { ...values, ...Object.fromEntries(translated) };
}

function isPosition(value: unknown): value is string {
  return typeof value === 'string' && POSITION.test(value);
}
