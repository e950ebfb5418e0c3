import type { ContactDetails, MergedFlag } from '@parley/contracts/events';
import type { Comments } from './comments';
import type { ContactData } from './contact-details';
import type { Metadata } from './metadata';

/** State of a contact, as commands see it. */
export interface ContactState {
  status: 'missing' | 'known' | 'erased';
  /** Whether ContactErased is recorded; the event may be missing although the subject key is deleted. */
  isErasureRecorded: boolean;
  profile: ContactData;
  /** The provider's id of the contact, by scope. */
  identities: Readonly<Record<string, string>>;
  /** Id of the contact's current conversation, by channel id. */
  conversations: Readonly<Record<string, string>>;
  labelIds: readonly string[];
  isBlocked: boolean;
  isHighPriority: boolean;
  optIn: boolean;
  /** Whether the contact opted out of campaign messages, or a user opted them out. */
  hasRefused: boolean;
  comments: Comments;
  metadata: Metadata;
  /** Values of custom attributes, by attribute id. */
  attributes: Readonly<Record<string, string>>;
  /** The contact into which this contact was merged; null if it was not merged. */
  mergedInto: string | null;
  /** The contacts that were merged into this contact, by id, with the data that each merge added to this contact. */
  absorbed: Readonly<Record<string, Absorbed>>;
  /** Ids of contacts that look like duplicates of this contact but were marked as different people. */
  distinctFrom: readonly string[];
}

/** The data that a merge added to a contact, so that undoing the merge removes only this data. */
export interface Absorbed {
  taken: ContactDetails;
  /** Values of the `taken` fields before the merge. */
  before: ContactDetails;
  labelIds: readonly string[];
  /** Attributes that the merge added, with their values at that time. */
  attributes: Readonly<Record<string, string>>;
  flags: readonly MergedFlag[];
}
