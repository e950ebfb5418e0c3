import type { ContactDetails, MergedFlag } from '@parley/contracts/events';
import type { Comments } from './comments';
import type { ContactData } from './contact-details';
import type { Metadata } from './metadata';

/** State of a contact, as commands see it. */
export interface ContactState {
  status: 'missing' | 'known' | 'erased';
  /** Whether ContactErased is recorded; it may be missing although the subject key is deleted. */
  isErasureRecorded: boolean;
  profile: ContactData;
  /** The id by which a provider reaches the contact, by scope. */
  identities: Readonly<Record<string, string>>;
  /** Id of the current conversation, by channel. */
  conversations: Readonly<Record<string, string>>;
  labelIds: readonly string[];
  isBlocked: boolean;
  isHighPriority: boolean;
  optIn: boolean;
  /** Whether the contact opted out of campaign messages, or a user did so for them. */
  hasRefused: boolean;
  comments: Comments;
  metadata: Metadata;
  /** Values of custom attributes, by attribute id. */
  attributes: Readonly<Record<string, string>>;
  /** The contact into which this contact was merged; null if it was not. */
  mergedInto: string | null;
  /** The contacts that were merged into this contact, by id, with the data that each merge added. */
  absorbed: Readonly<Record<string, Absorbed>>;
  /** Ids of contacts that were marked as different people although they look like duplicates. */
  distinctFrom: readonly string[];
}

/** The data that a merge added to a contact, so that undoing it removes that and nothing else. */
export interface Absorbed {
  taken: ContactDetails;
  /** Values of the `taken` fields before the merge. */
  before: ContactDetails;
  labelIds: readonly string[];
  /** Attributes that the merge added, with the value that each had then. */
  attributes: Readonly<Record<string, string>>;
  flags: readonly MergedFlag[];
}
