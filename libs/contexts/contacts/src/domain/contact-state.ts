import type { ContactDetails, MergedFlag } from '@parley/contracts/events';
import type { Comments } from './comments';
import type { ContactData } from './contact-details';
import type { Metadata } from './metadata';

/** What is known of a person, as commands see it. */
export interface ContactState {
  status: 'missing' | 'known' | 'erased';
  /** The fact of it is recorded. It may not be yet where the key went first. */
  isErasureRecorded: boolean;
  profile: ContactData;
  /** The id by which they are reached, by scope. */
  identities: Readonly<Record<string, string>>;
  /** The current conversation on each channel. */
  conversations: Readonly<Record<string, string>>;
  labelIds: readonly string[];
  isBlocked: boolean;
  isHighPriority: boolean;
  optIn: boolean;
  /** They, or somebody for them, said that they want no campaign messages. */
  hasRefused: boolean;
  comments: Comments;
  metadata: Metadata;
  /** Values of custom attributes, by the attribute. */
  attributes: Readonly<Record<string, string>>;
  /** Who stands for them; null: they themselves. */
  mergedInto: string | null;
  /** For whom they stand, with what they took from them. */
  absorbed: Readonly<Record<string, Absorbed>>;
  /** Others who look like them and are not. */
  distinctFrom: readonly string[];
}

/** What a merge added to a contact, so that undoing it takes away that and nothing else. */
export interface Absorbed {
  taken: ContactDetails;
  /** What these fields said before. */
  before: ContactDetails;
  labelIds: readonly string[];
  /** Attributes that were taken, by the value that they had then. */
  attributes: Readonly<Record<string, string>>;
  flags: readonly MergedFlag[];
}
