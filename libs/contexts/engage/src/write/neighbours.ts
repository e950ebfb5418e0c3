import type {
  BroadcastConsent,
  BroadcastTemplate,
  BroadcastValue,
  SkipReason,
} from '@parley/contracts/events';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import type { BarredNumbers } from '../domain/marketing-rules';
import type { Candidate } from '../domain/plan';

// Ports to other contexts, which the application implements, since contexts do not import each other.

/** The recipients of a broadcast. */
export interface Audience {
  customerId: string;
  listId: string;
  consent: BroadcastConsent;
  /** Only contacts whose date attribute is on this day of the year, such as `11-24`. */
  onDay: { attributeId: string; day: string } | null;
  /** Null if the provider delivers to all numbers. */
  barred: BarredNumbers | null;
}

export interface AudiencePage {
  candidates: Candidate[];
  /** The last contact considered, after whom the next page begins; null on the last page. */
  next: string | null;
}

export interface Filling {
  template: BroadcastTemplate;
  values: BroadcastValue[];
}

/** A filled template, as a contact would read it. */
export interface FilledPreview {
  contactId: string;
  name: string | null;
  phone: string | null;
  /** The values of the template's variables, by the keys of their slots. */
  values: Record<string, string>;
  /** Variables without a value and without a fallback, as the template writes them. */
  missing: string[];
}

/** Contact lists and their members. */
export abstract class BroadcastAudience {
  /** The next members of a list, ordered by id. `next` identifies the page after; null on the last page. */
  abstract page(audience: Audience, asked: { after: string | null; limit: number }): Promise<AudiencePage>;

  /**
   * Number of members for each reason against sending; the reason null counts those who receive the message.
   * @param unreached contacts to whom a recent message failed because they are not on WhatsApp
   */
  abstract counts(
    audience: Audience,
    unreached: string[],
  ): Promise<{ reason: SkipReason | null; count: number }[]>;

  /** Number of members who receive the message, by calling code of their numbers. */
  abstract countsByCode(
    audience: Audience,
    asked: { callingCodes: string[]; unreached: string[] },
  ): Promise<Map<string, number>>;

  /** Names and numbers of contacts, by id, without erased contacts. */
  abstract people(
    customerId: string,
    contactIds: string[],
  ): Promise<Map<string, { name: string | null; phone: string | null }>>;

  /** Filled templates for the members of the list after the contact `after`. */
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
  /** Starts at 1; a higher number repeats a message that failed. */
  attempt: number;
  /** The user who created the broadcast. */
  userId: string;
  consent: BroadcastConsent;
}

export abstract class BroadcastMessages {
  /**
   * Queues a message under an id derived from broadcast, contact and attempt, so that queuing it again is a no-op.
   * @returns the position of its event, or the reason why it is skipped
   */
  abstract queue(
    message: BroadcastMessage,
    context: CommandContext,
  ): Promise<{ position: string | null } | { skipped: SkipReason }>;

  /**
   * Sends a template to one number, without a row in the ledger.
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
   * Returns a template in its present version.
   * @throws Rejected `template_not_sendable` if the channel cannot send it: it is not approved, or belongs to another
   * account
   */
  abstract sendable(customerId: string, templateId: string, channelId: string): Promise<BroadcastTemplate>;
}

/** Limits, channels, teams and lists of an organisation. */
export abstract class EngageAgreement {
  /** Messages and distinct contacts per month; -1 is unlimited. */
  abstract limits(customerId: string): Promise<{ messages: number; contacts: number }>;
  /**
   * The provider's sending limit for each channel, in its own terms such as `TIER_10K`; null if the provider gives
   * none.
   */
  abstract tiers(
    customerId: string,
  ): Promise<{ channelId: string; name: string; tier: string | null; quality: string | null }[]>;
  /** @throws Rejected `broadcast_reply_unknown` for a team or user to whom conversations cannot be assigned */
  abstract requireAssignee(
    customerId: string,
    to: { userId: string | null; teamId: string | null },
  ): Promise<void>;
  /** @throws NotFound */
  abstract requireList(customerId: string, listId: string): Promise<void>;
}
