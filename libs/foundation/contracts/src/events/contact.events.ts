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

/** What holds for two merged contacts where it held for one of them. */
export type MergedFlag = 'blocked' | 'vip';

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
  /** They agreed to campaign messages, or no longer do: when and by whom says the event. */
  | Fact<'ContactOptedIn', Record<string, never>>
  | Fact<'ContactOptedOut', Record<string, never>>
  /** The value of a custom attribute, in the form of its kind (`attributeValueOf`). */
  | Fact<'ContactAttributeSet', Personal<{ value: string }> & { attributeId: string }>
  | Fact<'ContactAttributeRemoved', { attributeId: string }>
  /**
   * This contact stands for nobody any more: `intoId` does, with all that is this one's. Whose it was it stays, so that
   * undoing takes both apart as they were.
   */
  | Fact<'ContactMerged', { intoId: string }>
  | Fact<'ContactUnmerged', { fromId: string }>
  /**
   * In the stream of who stands for both. The fields are those that were taken from `contactId`, whose key seals them;
   * labels, attributes and flags are those that were added for it, each by a fact of its own beside this one.
   */
  | Fact<
      'ContactAbsorbed',
      Personal<ContactDetails> & {
        contactId: string;
        labelIds: string[];
        attributeIds: string[];
        flags: MergedFlag[];
      }
    >
  /** The merge was undone: the fields are as they were before it, unless somebody changed them since. */
  | Fact<'ContactReleased', Personal<ContactDetails> & { contactId: string }>
  /** Somebody looked at both: this contact and `otherId` are two people. */
  | Fact<'ContactDistinguished', { otherId: string }>
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
    ContactOptedIn: [],
    ContactOptedOut: [],
    ContactAttributeSet: [],
    ContactAttributeRemoved: [],
    ContactMerged: [],
    ContactUnmerged: [],
    ContactAbsorbed: [],
    ContactReleased: [],
    ContactDistinguished: [],
    ContactErased: [],
  },
};
