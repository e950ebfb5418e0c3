import type { Fact, Personal } from './event';
import type { Facts } from './facts';

/** How a channel may know a person. `external` is an id that only means something on that channel. */
export const aliasKinds = ['phone', 'bsuid', 'email', 'external'] as const;
export type AliasKind = (typeof aliasKinds)[number];

/** What a channel tells of somebody. */
export interface ContactProfile {
  name?: string;
  phone?: string;
  email?: string;
  /** WhatsApp's business-scoped user id, for people whose phone we are not shown. */
  bsuid?: string;
  username?: string;
}

/** What the organisation writes down of somebody, in the order in which it is shown. */
export const contactFields = [
  'name',
  'phone',
  'email',
  'company',
  'jobTitle',
  'reference',
  'street',
  'houseNumber',
  'zipCode',
  'city',
  'province',
  'state',
  'country',
] as const;
export type ContactField = (typeof contactFields)[number];

/** Only the fields that are said; null where one was emptied. */
export type ContactDetails = Partial<Record<ContactField, string | null>>;

export type ContactEvent =
  | Fact<'ContactRegistered', Personal<ContactProfile>>
  /** A channel told us something we did not know: only the fields that are new. */
  | Fact<'ContactIdentified', Personal<ContactProfile>>
  /** Somebody of the organisation changed what is written down: only the fields that changed. */
  | Fact<'ContactDetailsChanged', Personal<ContactDetails>>
  | Fact<'ContactConversationStarted', { channelId: string; conversationId: string }>
  | Fact<'ContactLabelled', { labelId: string }>
  | Fact<'ContactUnlabelled', { labelId: string }>
  /** Nothing is sent to them any more. What they write still comes in. */
  | Fact<'ContactBlocked', Record<string, never>>
  | Fact<'ContactUnblocked', Record<string, never>>
  | Fact<'ContactPrioritised', Record<string, never>>
  | Fact<'ContactUnprioritised', Record<string, never>>
  | Fact<'ContactCommentAdded', Personal<{ text: string }> & { commentId: string; userId: string }>
  | Fact<'ContactCommentChanged', Personal<{ text: string }> & { commentId: string }>
  | Fact<'ContactCommentRemoved', { commentId: string }>
  /** Added, or changed under the id that it has. */
  | Fact<'ContactMetadataSet', Personal<{ name: string; value: string }> & { metadataId: string }>
  | Fact<'ContactMetadataRemoved', { metadataId: string }>
  /** Their key is deleted right after: whatever views still show of them goes. */
  | Fact<'ContactErased', Record<string, never>>;

export const contactFacts: Facts<ContactEvent, 'contact'> = {
  category: 'contact',
  upcasters: {
    ContactRegistered: [],
    ContactIdentified: [],
    ContactDetailsChanged: [],
    ContactConversationStarted: [],
    ContactLabelled: [],
    ContactUnlabelled: [],
    ContactBlocked: [],
    ContactUnblocked: [],
    ContactPrioritised: [],
    ContactUnprioritised: [],
    ContactCommentAdded: [],
    ContactCommentChanged: [],
    ContactCommentRemoved: [],
    ContactMetadataSet: [],
    ContactMetadataRemoved: [],
    ContactErased: [],
  },
};
