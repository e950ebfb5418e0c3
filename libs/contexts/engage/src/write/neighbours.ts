import type {
  BroadcastConsent,
  BroadcastTemplate,
  BroadcastValue,
  SkipReason,
} from '@parley/contracts/events';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import type { BarredNumbers } from '../domain/marketing-rules';
import type { Candidate } from '../domain/plan';

// What broadcasts ask of other contexts, which the composition answers: contexts do not know each other.

/** Whom a broadcast is for. */
export interface Audience {
  customerId: string;
  listId: string;
  consent: BroadcastConsent;
  /** Only those whose date attribute is on this day of the year, `11-24`. */
  onDay: { attributeId: string; day: string } | null;
  /** Null: the provider brings it to all numbers. */
  barred: BarredNumbers | null;
}

export interface AudiencePage {
  candidates: Candidate[];
  /** The last contact looked at, from whom the page after it goes on; null where there is none. */
  next: string | null;
}

export interface Filling {
  template: BroadcastTemplate;
  values: BroadcastValue[];
}

/** A filled template, as somebody would read it. */
export interface FilledPreview {
  contactId: string;
  name: string | null;
  phone: string | null;
  /** By the keys of slots. */
  values: Record<string, string>;
  /** Variables without a value and without a fallback, as they are written. */
  missing: string[];
}

/** Lists and their contacts. */
export abstract class BroadcastAudience {
  /** The next members of a list, by id. `next` names the page after it; null where there is none. */
  abstract page(audience: Audience, asked: { after: string | null; limit: number }): Promise<AudiencePage>;

  /**
   * How many members there are for each thing that is said against them; null: nothing is.
   * @param unreached contacts whom a message found not on WhatsApp lately
   */
  abstract counts(
    audience: Audience,
    unreached: string[],
  ): Promise<{ reason: SkipReason | null; count: number }[]>;

  /** How many members without anything against them have numbers that begin with each of these codes. */
  abstract countsByCode(
    audience: Audience,
    asked: { callingCodes: string[]; unreached: string[] },
  ): Promise<Map<string, number>>;

  /** Names and numbers of contacts, by id; those who are erased are left out. */
  abstract people(
    customerId: string,
    contactIds: string[],
  ): Promise<Map<string, { name: string | null; phone: string | null }>>;

  /** A template filled in for members from a place of the list on. */
  abstract preview(
    audience: Audience,
    filling: Filling,
    asked: { after: string | null; limit: number },
  ): Promise<FilledPreview[]>;
}

/** One message of a broadcast. */
export interface BroadcastMessage extends Filling {
  broadcastId: string;
  customerId: string;
  channelId: string;
  contactId: string;
  /** From 1; a later one repeats a message that failed. */
  attempt: number;
  /** Who started the broadcast. */
  userId: string;
  consent: BroadcastConsent;
}

export abstract class BroadcastMessages {
  /**
   * Queues a message under an id of its own for broadcast, contact and attempt: twice is once.
   * @returns where in the log it is queued; or why it is not
   */
  abstract queue(
    message: BroadcastMessage,
    context: CommandContext,
  ): Promise<{ position: string | null } | { skipped: SkipReason }>;

  /**
   * Sends it to one number, outside of any ledger.
   * @throws Rejected `contact_invalid`, `broadcast_value_missing`, and by the rules of sending
   */
  abstract test(
    message: Omit<BroadcastMessage, 'contactId' | 'attempt' | 'consent' | 'broadcastId'>,
    phone: string,
    context: CommandContext,
  ): Promise<{ position: string }>;
}

export abstract class BroadcastTemplates {
  /**
   * A template as it is now.
   * @throws Rejected `template_not_sendable` where the channel cannot send it: it is not approved, or another account's
   */
  abstract sendable(customerId: string, templateId: string, channelId: string): Promise<BroadcastTemplate>;
}

/** What was agreed with an organisation, and what it has. */
export abstract class EngageAgreement {
  /** Messages and unique contacts a month; -1: no limit. */
  abstract limits(customerId: string): Promise<{ messages: number; contacts: number }>;
  /** What the provider lets each channel send, in its own words: `TIER_10K`; null where it does not say. */
  abstract tiers(
    customerId: string,
  ): Promise<{ channelId: string; name: string; tier: string | null; quality: string | null }[]>;
  /** @throws Rejected `broadcast_reply_unknown` for a team or user that conversations cannot be assigned to */
  abstract requireAssignee(
    customerId: string,
    to: { userId: string | null; teamId: string | null },
  ): Promise<void>;
  /** @throws NotFound */
  abstract requireList(customerId: string, listId: string): Promise<void>;
}
