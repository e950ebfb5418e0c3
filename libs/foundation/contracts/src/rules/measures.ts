/** In a list of people, teams or channels: nobody, or none. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** What is counted once, when it happens. Every metric is reckoned from these. */
export const measures = [
  /** A message of a contact. */
  'message_in',
  /** A message of ours that was handed over for sending, and was not declined. */
  'message_out',
  /** A WhatsApp template among those. */
  'template_out',
  /** A message of ours that ended a wait; its value is how long the contact had waited. */
  'response_out',
  /** A message of a contact after one of ours; its value is how long that took them. */
  'response_in',
  /** The first answer after a conversation was opened; since the contact's first message. */
  'first_reply',
  /** The same, counting only hours in which the channel is open. */
  'first_reply_business',
  /** A conversation began, or was opened again. */
  'opened',
  'reopened',
  /** It was archived, or deleted while it was open. */
  'closed',
  /** Somebody, or its channel, archived it. */
  'resolved',
  /** A broadcast began it, archived: nobody had written in it, and nobody settled anything. */
  'begun_archived',
  /** Somebody archived it; since it was opened. */
  'resolve_time',
  /** Anybody archived it, the channel by itself included; since it was opened. */
  'resolve_time_any',
  /** It went from one person or team to another. */
  'transferred',
  /** It was archived, and not opened again within seven days. */
  'settled',
  /** A target of it was missed. */
  'sla_breached',
  /** Its contact was asked how it was. */
  'rating_asked',
  /** They rated it; its value is the score, from 1 to 5. */
  'rated',
  /** They rated it well. */
  'satisfied',
  /** They said something of their rating. */
  'rating_comment',
  /** It was given a tag that was not taken away since. */
  'tagged',
] as const;
export type Measure = (typeof measures)[number];
