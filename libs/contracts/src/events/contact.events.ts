import type { Fact, Personal } from './event';
import type { Facts } from './facts';

/** How a channel may know a person. `external` is an id that means something at its provider alone. */
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

/** The id by which a provider knows somebody: a Telegram user id, a page-scoped id, an opaque id of Apple. */
export interface ContactIdentity {
  /** Where the id means something: a platform, as `telegram`, or one account there, as `messenger/1122`. */
  scope: string;
  id: string;
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
  /** A provider told by which id it reaches them; it replaces an earlier one of that scope. */
  | Fact<'ContactIdentityTold', Personal<{ id: string }> & { scope: string }>
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
    ContactIdentityTold: [],
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
