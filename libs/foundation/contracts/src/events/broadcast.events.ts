import type { Fact } from './event';
import type { Facts } from './facts';
import type { QuietHours } from '../rules/quiet-hours';
import type { TemplateCategory, TemplateContent, TemplateFile } from './template-content';

/** Maximum number of recipients in one event. */
export const MAX_RECIPIENTS_IN_BATCH = 1_000;

/** Value of a slot of the template: text that may contain `{{contact.name|there}}` and `{{attribute.Size|M}}`. */
export interface BroadcastValue {
  slot: string;
  text: string;
}

/** The time zone in which a time is meant. */
export const broadcastZones = ['organisation', 'recipient'] as const;
export type BroadcastZone = (typeof broadcastZones)[number];

export interface BroadcastSchedule {
  /** Local time, `2026-11-24T09:00`; null: immediately. */
  at: string | null;
  zone: BroadcastZone;
  /** Hours over which the messages are spread; 0: as fast as the channel allows. */
  spreadHours: number;
}

/**
 * Assignee of the conversations of recipients who reply. `last`: the user to whom the contact's conversation was last
 * assigned.
 */
export const replyRules = ['nobody', 'team', 'user', 'last'] as const;
export type ReplyRule = (typeof replyRules)[number];

/** Sends two templates to a part of the list; the template with more replies goes to the rest. */
export interface BroadcastSplit {
  templateId: string | null;
  values: BroadcastValue[];
  /** Share of the list in percent for both templates together: 2 to 100. */
  percent: number;
  /** Hours after which the replies are compared. */
  hours: number;
}

/** `week`: the same weekday and time each week; `date`: each year on the date in an attribute of the contact. */
export const broadcastRepeats = ['week', 'date'] as const;

export interface BroadcastRepeat {
  every: (typeof broadcastRepeats)[number];
  /** The date attribute; null if `every` is `week`. */
  attributeId: string | null;
}

/** A broadcast as the wizard saves it; may be incomplete. */
export interface BroadcastContent {
  name: string;
  description: string;
  templateId: string | null;
  values: BroadcastValue[];
  listId: string | null;
  channelId: string | null;
  schedule: BroadcastSchedule;
  replies: { to: ReplyRule; id: string | null };
  split: BroadcastSplit | null;
  repeat: BroadcastRepeat | null;
}

/** A copy of the template from the start of the broadcast: later changes of the template have no effect. */
export interface BroadcastTemplate {
  id: string;
  externalId: string | null;
  name: string;
  language: string;
  category: TemplateCategory;
  content: TemplateContent;
  attachment: TemplateFile | null;
}

/** The two templates of a split; without a split every recipient gets `a`. */
export const broadcastVariants = ['a', 'b'] as const;
export type BroadcastVariant = (typeof broadcastVariants)[number];

/**
 * Recipients by consent: contacts who opted in, contacts who did not opt out, or, if the message is not marketing,
 * all.
 */
export type BroadcastConsent = 'agreed' | 'not_refused' | 'everybody';

/** Stream `broadcast-<id>`: one broadcast, from its draft to its last message. */
export type BroadcastEvent =
  | Fact<'BroadcastDrafted', BroadcastContent>
  | Fact<'BroadcastChanged', BroadcastContent>
  /**
   * From here on the broadcast's content cannot change. `from` is the earliest time of a first message, ISO 8601 UTC.
   */
  | Fact<
      'BroadcastStarted',
      {
        from: string;
        timeZone: string;
        quietHours: QuietHours;
        consent: BroadcastConsent;
        template: BroadcastTemplate;
        /** The second template of a split; null without a split. */
        other: BroadcastTemplate | null;
        /** The earlier broadcast that this broadcast repeats; null if there is none. */
        repeats: string | null;
      }
    >
  /** Every contact of the list is now a recipient, or is skipped with a reason. */
  | Fact<'BroadcastPlanned', Record<string, never>>
  | Fact<'BroadcastPaused', Record<string, never>>
  | Fact<'BroadcastResumed', Record<string, never>>
  /** Messages that are not sent yet will not be sent. */
  | Fact<'BroadcastCancelled', Record<string, never>>
  /** Messages that failed for a temporary reason are sent again. */
  | Fact<'BroadcastRetried', { at: string }>
  /** The rest of a split's list gets this template. */
  | Fact<'BroadcastWinnerChosen', { variant: BroadcastVariant }>
  /** No message is left to send. Statuses and replies may still arrive. */
  | Fact<'BroadcastFinished', Record<string, never>>
  /** A repeating broadcast creates no further broadcasts. */
  | Fact<'BroadcastRepeatEnded', Record<string, never>>
  | Fact<'BroadcastDeleted', Record<string, never>>;

export const broadcastFacts: Facts<BroadcastEvent, 'broadcast'> = {
  category: 'broadcast',
  upcasters: {
    BroadcastDrafted: [],
    BroadcastChanged: [],
    BroadcastStarted: [],
    BroadcastPlanned: [],
    BroadcastPaused: [],
    BroadcastResumed: [],
    BroadcastCancelled: [],
    BroadcastRetried: [],
    BroadcastWinnerChosen: [],
    BroadcastFinished: [],
    BroadcastRepeatEnded: [],
    BroadcastDeleted: [],
  },
};

/** Why a contact of the list gets no message. */
export const skipReasons = [
  'no_phone',
  'blocked',
  'opted_out',
  'duplicate_person',
  'not_on_whatsapp',
  'barred_number',
  'over_message_limit',
  'over_contact_limit',
  'missing_value',
  'erased',
  'already_retried',
] as const;
export type SkipReason = (typeof skipReasons)[number];

export interface PlannedRecipient {
  contactId: string;
  /** Why the contact gets no message; the other fields are absent then. */
  skipped?: SkipReason;
  /** Earliest time to send, ISO 8601 UTC. */
  dueAt?: string;
  /** The recipient's time zone (IANA), if it is known and the schedule uses it. */
  zone?: string;
  /** Absent: the recipient waits for the winner of the split. */
  variant?: BroadcastVariant;
}

/**
 * Streams `broadcastBatch-<id>`: recipients of a broadcast, one stream per batch. Recipients are named only by their
 * ids.
 */
export type BroadcastBatchEvent =
  /** `next` is the last contact that was examined; the next batch begins after it. Null: this is the last batch. */
  | Fact<'RecipientsPlanned', { broadcastId: string; recipients: PlannedRecipient[]; next: string | null }>
  /** The worker found at the time of sending that these recipients must not get the message. */
  | Fact<
      'RecipientsSkipped',
      { broadcastId: string; recipients: { contactId: string; reason: SkipReason }[] }
    >;

export const broadcastBatchFacts: Facts<BroadcastBatchEvent, 'broadcastBatch'> = {
  category: 'broadcastBatch',
  upcasters: { RecipientsPlanned: [], RecipientsSkipped: [] },
};
