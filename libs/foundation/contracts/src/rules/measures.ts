/** Placeholder id for "unassigned" or "none" in lists of users, teams and channels. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Events that the insights count at the time they happen. All metrics are computed from these. */
export const measures = [
  /** A message from a contact. */
  'message_in',
  /** A message from the organisation that was queued for sending and that the provider did not decline. */
  'message_out',
  /** A `message_out` that is a WhatsApp template. */
  'template_out',
  /** A reply from the organisation to a waiting contact; the value is the contact's waiting time in ms. */
  'response_out',
  /** A contact's message after a message from the organisation; the value is the time between the two in ms. */
  'response_in',
  /**
   * The first reply after a conversation was opened; the value is the time since the contact's first message in ms.
   */
  'first_reply',
  /** Like `first_reply`, but the value counts only hours in which the channel is open. */
  'first_reply_business',
  /** `opened`: a conversation started or was reopened; `reopened`: a conversation was reopened. */
  'opened',
  'reopened',
  /** A conversation was archived, or deleted while open. */
  'closed',
  /** A user or the channel's auto-archive archived a conversation. */
  'resolved',
  /** A broadcast started a conversation in the archived state: no agent resolved anything. */
  'begun_archived',
  /** A user archived a conversation; the value is the time since it was opened in ms. */
  'resolve_time',
  /** Like `resolve_time`, but also counts auto-archiving by the channel. */
  'resolve_time_any',
  /** The assignment of a conversation changed from one user or team to another. */
  'transferred',
  /** A conversation was archived and not reopened within seven days. */
  'settled',
  /** An SLA target of a conversation was missed. */
  'sla_breached',
  /** The satisfaction survey was sent. */
  'rating_asked',
  /** The contact rated a conversation; the value is the score from 1 to 5. */
  'rated',
  /** The contact gave a rating of `SATISFIED` or more. */
  'satisfied',
  /** The contact commented on the rating. */
  'rating_comment',
  /** A conversation got a tag that was not removed since. */
  'tagged',
] as const;
export type Measure = (typeof measures)[number];
