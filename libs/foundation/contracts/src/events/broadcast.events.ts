import type { Fact } from './event';
import type { Facts } from './facts';
import type { QuietHours } from '../rules/quiet-hours';
import type { TemplateCategory, TemplateContent, TemplateFile } from './template-content';

/** Recipients that are named in one fact at most. */
export const MOST_RECIPIENTS_IN_BATCH = 1_000;

/** What stands in a slot of the template: words, with `{{contact.name|there}}` and `{{attribute.Size|M}}` in them. */
export interface BroadcastValue {
  slot: string;
  text: string;
}

/** Whose wall clock a time is read from. */
export const broadcastZones = ['organisation', 'recipient'] as const;
export type BroadcastZone = (typeof broadcastZones)[number];

export interface BroadcastSchedule {
  /** By the wall clock, `2026-11-24T09:00`; null: at once. */
  at: string | null;
  zone: BroadcastZone;
  /** Hours over which sending is spread; 0: as fast as the channel takes it. */
  spreadHours: number;
}

/** Who gets what recipients answer. `last`: whoever had the contact's conversation last. */
export const replyRules = ['nobody', 'team', 'user', 'last'] as const;
export type ReplyRule = (typeof replyRules)[number];

/** Two templates are tried on a part of the list; whichever gets more replies goes to the rest. */
export interface BroadcastSplit {
  templateId: string | null;
  values: BroadcastValue[];
  /** Of the list, both templates together: 2 to 100. */
  percent: number;
  /** After so many hours the replies are compared. */
  hours: number;
}

/** `week`: the same weekday and time each week; `date`: each year on the date of a contact's attribute. */
export const broadcastRepeats = ['week', 'date'] as const;

export interface BroadcastRepeat {
  every: (typeof broadcastRepeats)[number];
  /** The date attribute. */
  attributeId: string | null;
}

/** What somebody writes in the wizard, as far as they have come. */
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

/** A template as it was when the broadcast was started: what becomes of it later changes nothing. */
export interface BroadcastTemplate {
  id: string;
  externalId: string | null;
  name: string;
  language: string;
  category: TemplateCategory;
  content: TemplateContent;
  attachment: TemplateFile | null;
}

/** One of the two templates of a split; without a split all is `a`. */
export const broadcastVariants = ['a', 'b'] as const;
export type BroadcastVariant = (typeof broadcastVariants)[number];

/** Whom marketing goes to: those who agreed, those who did not refuse, or, for what is no marketing, everybody. */
export type BroadcastConsent = 'agreed' | 'not_refused' | 'everybody';

/** Stream `broadcast-<id>`: one broadcast, from its draft to its last message. */
export type BroadcastEvent =
  | Fact<'BroadcastDrafted', BroadcastContent>
  | Fact<'BroadcastChanged', BroadcastContent>
  /** From here on nothing that it says changes. `from` is when the first message may go, ISO 8601 UTC. */
  | Fact<
      'BroadcastStarted',
      {
        from: string;
        timeZone: string;
        quietHours: QuietHours;
        consent: BroadcastConsent;
        template: BroadcastTemplate;
        /** Of a split. */
        other: BroadcastTemplate | null;
        /** The broadcast that this one repeats. */
        repeats: string | null;
      }
    >
  /** Everybody of the list is a recipient, or is skipped with a reason. */
  | Fact<'BroadcastPlanned', Record<string, never>>
  | Fact<'BroadcastPaused', Record<string, never>>
  | Fact<'BroadcastResumed', Record<string, never>>
  /** What has not left does not leave. */
  | Fact<'BroadcastCancelled', Record<string, never>>
  /** What failed for a reason that may pass goes out once more. */
  | Fact<'BroadcastRetried', { at: string }>
  /** The rest of a split's list gets this one. */
  | Fact<'BroadcastWinnerChosen', { variant: BroadcastVariant }>
  /** Nothing is left to send. Statuses and replies go on coming in. */
  | Fact<'BroadcastFinished', Record<string, never>>
  /** A repeating broadcast makes no more of itself. */
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

/** Why somebody of the list gets nothing. */
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
  /** Why they get nothing; the rest is left out then. */
  skipped?: SkipReason;
  /** Not before this moment, ISO 8601 UTC. */
  dueAt?: string;
  /** Their time zone, where the schedule goes by it and it is known. */
  zone?: string;
  /** Left out: it waits for the winner of the split. */
  variant?: BroadcastVariant;
}

/** Streams `broadcastBatch-<id>`: recipients of a broadcast, a stream for each batch. They are named by ids alone. */
export type BroadcastBatchEvent =
  /** `next` is the last contact looked at, after whom the next batch begins; null: there are no more. */
  | Fact<'RecipientsPlanned', { broadcastId: string; recipients: PlannedRecipient[]; next: string | null }>
  /** Found when their turn came. */
  | Fact<
      'RecipientsSkipped',
      { broadcastId: string; recipients: { contactId: string; reason: SkipReason }[] }
    >;

export const broadcastBatchFacts: Facts<BroadcastBatchEvent, 'broadcastBatch'> = {
  category: 'broadcastBatch',
  upcasters: { RecipientsPlanned: [], RecipientsSkipped: [] },
};
