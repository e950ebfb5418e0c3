import type { ContactEvent } from '../contact.events';
import type { ExamplesOf } from './examples-of';
import { contactId, conversationId, channelId, userId, labelId, commentId, metadataId } from './ids';

const profile = {
  name: 'Ana Ruiz',
  phone: '+34612345678',
  email: 'ana@example.org',
  bsuid: 'ES.1182',
  username: 'ana',
};

export const contactExamples: ExamplesOf<ContactEvent> = {
  ContactBlocked: [{}],
  ContactCommentAdded: [
    { subject: contactId, personal: { text: 'Prefers mornings' }, commentId, userId },
    { subject: contactId, personal: null, commentId, userId },
  ],
  ContactCommentChanged: [{ subject: contactId, personal: { text: 'Prefers evenings' }, commentId }],
  ContactCommentRemoved: [{ commentId }],
  ContactConversationStarted: [{ channelId, conversationId }],
  ContactDetailsChanged: [
    {
      subject: contactId,
      personal: {
        name: 'Ana Ruiz',
        phone: '+34612345678',
        email: 'ana@example.org',
        company: 'Ruiz Bicycles',
        jobTitle: 'Mechanic',
        reference: 'K-1042',
        street: 'Calle Mayor',
        houseNumber: '12 bis',
        zipCode: '28013',
        city: 'Madrid',
        province: 'Madrid',
        state: 'Comunidad de Madrid',
        country: 'ES',
      },
    },
    { subject: contactId, personal: { company: null } },
    { subject: contactId, personal: null },
  ],
  ContactErased: [{}],
  ContactDistinguished: [{ otherId: userId }],
  ContactOptedIn: [{}],
  ContactOptedOut: [{}],
  ContactAttributeSet: [
    { subject: contactId, personal: { value: '54' }, attributeId: metadataId },
    { subject: contactId, personal: null, attributeId: metadataId },
  ],
  ContactAttributeRemoved: [{ attributeId: metadataId }],
  ContactMerged: [{ intoId: userId }],
  ContactUnmerged: [{ fromId: userId }],
  ContactAbsorbed: [
    {
      subject: userId,
      personal: { company: 'Ruiz Bicycles' },
      contactId: userId,
      labelIds: [labelId],
      attributeIds: [metadataId],
      flags: ['vip'],
    },
    { subject: userId, personal: null, contactId: userId, labelIds: [], attributeIds: [], flags: [] },
  ],
  ContactReleased: [
    { subject: contactId, personal: { company: null }, contactId: userId },
    { subject: contactId, personal: null, contactId: userId },
  ],
  ContactIdentified: [{ subject: contactId, personal: { email: 'ana@example.org' } }],
  ContactIdentityTold: [
    { subject: contactId, personal: { id: '24011987' }, scope: 'messenger/102290129340398' },
    { subject: contactId, personal: null, scope: 'telegram' },
  ],
  ContactLabelled: [{ labelId }],
  ContactMetadataRemoved: [{ metadataId }],
  ContactMetadataSet: [
    { subject: contactId, personal: { name: 'Frame size', value: '54' }, metadataId },
    { subject: contactId, personal: null, metadataId },
  ],
  ContactPrioritised: [{}],
  ContactUnblocked: [{}],
  ContactUnprioritised: [{}],
  ContactRegistered: [
    { subject: contactId, personal: profile },
    { subject: contactId, personal: null },
  ],
  ContactUnlabelled: [{ labelId }],
};
