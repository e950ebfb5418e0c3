import type { Fact, Personal } from './event';
import type { Facts } from './facts';

/** Kinds of ids by which a channel identifies a person. An `external` id is meaningful only at its provider. */
export const aliasKinds = ['phone', 'bsuid', 'email', 'external'] as const;
export type AliasKind = (typeof aliasKinds)[number];

/** A contact's data as a channel reports it. */
export interface ContactProfile {
  name?: string;
  phone?: string;
  email?: string;
  /** WhatsApp's business-scoped user id, for people whose phone number WhatsApp does not show. */
  bsuid?: string;
  username?: string;
}

/** A provider's id of a person: a Telegram user id, a page-scoped id, an opaque id of Apple. */
export interface ContactIdentity {
  /**
   * The area in which the id is unique: a platform, such as `telegram`, or one account there, such as
   * `messenger/1122`.
   */
  scope: string;
  id: string;
}

/** Fields of a contact that users of the organisation can edit, in the order in which the screen shows them. */
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

/** Only the fields that changed; null: the field was cleared. */
export type ContactDetails = Partial<Record<ContactField, string | null>>;

/** Flags that a merged contact has if either of the two contacts had it. */
export type MergedFlag = 'blocked' | 'vip';

export type ContactEvent =
  | Fact<'ContactRegistered', Personal<ContactProfile>>
  /** A channel reported data that the contact did not have yet: only the new fields. */
  | Fact<'ContactIdentified', Personal<ContactProfile>>
  /** A provider reported the id by which it reaches the contact; the id replaces an earlier id of the same scope. */
  | Fact<'ContactIdentityTold', Personal<{ id: string }> & { scope: string }>
  /** A user or a program of the organisation edited the contact: only the fields that changed. */
  | Fact<'ContactDetailsChanged', Personal<ContactDetails>>
  | Fact<'ContactConversationStarted', { channelId: string; conversationId: string }>
  | Fact<'ContactLabelled', { labelId: string }>
  | Fact<'ContactUnlabelled', { labelId: string }>
  /** Nothing is sent to the contact any longer. The contact's messages still arrive. */
  | Fact<'ContactBlocked', Record<string, never>>
  | Fact<'ContactUnblocked', Record<string, never>>
  | Fact<'ContactPrioritised', Record<string, never>>
  | Fact<'ContactUnprioritised', Record<string, never>>
  | Fact<'ContactCommentAdded', Personal<{ text: string }> & { commentId: string; userId: string }>
  | Fact<'ContactCommentChanged', Personal<{ text: string }> & { commentId: string }>
  | Fact<'ContactCommentRemoved', { commentId: string }>
  /** A new metadata entry, or a new value of the entry with this id. */
  | Fact<'ContactMetadataSet', Personal<{ name: string; value: string }> & { metadataId: string }>
  | Fact<'ContactMetadataRemoved', { metadataId: string }>
  /**
   * The contact agreed to marketing messages, or withdrew the consent. The event's metadata states when and through
   * whom.
   */
  | Fact<'ContactOptedIn', Record<string, never>>
  | Fact<'ContactOptedOut', Record<string, never>>
  /** The value of a custom attribute as `attributeValueOf` normalises it. */
  | Fact<'ContactAttributeSet', Personal<{ value: string }> & { attributeId: string }>
  | Fact<'ContactAttributeRemoved', { attributeId: string }>
  /**
   * The contact was merged: `intoId` replaces it from now on, with everything that belongs to it. Conversations and
   * messages keep the id
   * of this contact, so that undoing the merge can separate the two again.
   */
  | Fact<'ContactMerged', { intoId: string }>
  | Fact<'ContactUnmerged', { fromId: string }>
  /**
   * In the stream of the remaining contact: `contactId` was merged into it. The fields were taken from `contactId`
   * and are encrypted with its subject key; the labels, attributes and flags were added from it, each by a separate
   * event in addition to this event.
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
  /** The merge was undone: the fields have their values from before it, except those that were edited since. */
  | Fact<'ContactReleased', Personal<ContactDetails> & { contactId: string }>
  /** A user compared both contacts and decided that this contact and `otherId` are two people. */
  | Fact<'ContactDistinguished', { otherId: string }>
  /**
   * Right after this event the contact's subject key is deleted; views remove what they still show of the contact.
   */
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
