import type { ContactDetails, ContactEvent, ContactIdentity, ContactProfile } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';
import { changeComments, commentsAfter, type CommentCommand } from './comments';
import { changedDetails, detailsAfter, type ContactData } from './contact-details';
import type { ContactState } from './contact-state';
import { changeMerges, mergesAfter, withTakenAttribute, type MergeCommand } from './merging';
import { importContact, type ImportCommand } from './import';
import { changeMetadata, metadataAfter, type MetadataCommand } from './metadata';

interface LabelCommand {
  type: 'Label' | 'Unlabel';
  labelId: string;
  /** Ids of the labels that were merged into this label. */
  aliases: readonly string[];
}

export type ContactCommand =
  | { type: 'Register'; contactId: string; profile: ContactProfile; identities?: readonly ContactIdentity[] }
  /** A profile from a channel; the contact may already be known. */
  | { type: 'Identify'; contactId: string; profile: ContactProfile; identities?: readonly ContactIdentity[] }
  | { type: 'StartConversation'; channelId: string; conversationId: string }
  | LabelCommand
  /** Details that a user entered. */
  | { type: 'ChangeDetails'; contactId: string; details: ContactDetails }
  | { type: 'Block' | 'Unblock' | 'Prioritise' | 'Unprioritise' | 'OptIn' | 'OptOut' }
  /** The contact opted out of campaign messages; recorded whether or not they had opted in before. */
  | { type: 'Refuse' }
  /** `value`: null removes the attribute's value. */
  | { type: 'SetAttribute'; contactId: string; attributeId: string; value: string | null }
  | MergeCommand
  | CommentCommand
  | MetadataCommand
  | ImportCommand
  | { type: 'Erase' };

const nothingKnown = {
  profile: {},
  identities: {},
  labelIds: [],
  comments: {},
  metadata: {},
  attributes: {},
  absorbed: {},
};

/** A person who writes to the organisation, on any of its channels. */
export const contact: Decider<ContactCommand, ContactState, ContactEvent> = {
  initialState: {
    status: 'missing',
    isErasureRecorded: false,
    conversations: {},
    isBlocked: false,
    isHighPriority: false,
    optIn: false,
    hasRefused: false,
    mergedInto: null,
    distinctFrom: [],
    ...nothingKnown,
  },

  decide(command, state) {
    if (command.type === 'Register') {
      if (state.status !== 'missing') return [];
      const { contactId, profile } = command;
      return [
        { type: 'ContactRegistered', data: { subject: contactId, personal: told(profile) } },
        ...newIdentities(state, command),
      ];
    }
    if (command.type === 'Import' || command.type === 'UndoImport') return importContact(state, command);
    if (state.status === 'missing') throw new NotFound();
    if (command.type === 'StartConversation') {
      const { channelId, conversationId } = command;
      if (state.conversations[channelId]) return [];
      return [{ type: 'ContactConversationStarted', data: { channelId, conversationId } }];
    }
    if (command.type === 'Erase') {
      return state.isErasureRecorded ? [] : [{ type: 'ContactErased', data: {} }];
    }
    if (command.type === 'Identify') {
      if (state.status === 'erased') return [];
      const subject = command.contactId;
      const personal = newFields(state.profile, command.profile);
      const identities = newIdentities(state, command);
      if (Object.keys(personal).length === 0) return identities;
      return [{ type: 'ContactIdentified', data: { subject, personal } }, ...identities];
    }
    if (state.status === 'erased') throw new NotFound();
    switch (command.type) {
      case 'Label':
      case 'Unlabel':
        return mark(state, command);
      case 'ChangeDetails': {
        const personal = changedDetails(state.profile, command.details);
        if (Object.keys(personal).length === 0) return [];
        return [{ type: 'ContactDetailsChanged', data: { subject: command.contactId, personal } }];
      }
      case 'Block':
        return state.isBlocked ? [] : [{ type: 'ContactBlocked', data: {} }];
      case 'Unblock':
        return state.isBlocked ? [{ type: 'ContactUnblocked', data: {} }] : [];
      case 'Prioritise':
        return state.isHighPriority ? [] : [{ type: 'ContactPrioritised', data: {} }];
      case 'Unprioritise':
        return state.isHighPriority ? [{ type: 'ContactUnprioritised', data: {} }] : [];
      case 'OptIn':
        return state.optIn ? [] : [{ type: 'ContactOptedIn', data: {} }];
      case 'OptOut':
        return state.optIn ? [{ type: 'ContactOptedOut', data: {} }] : [];
      case 'Refuse':
        return state.hasRefused ? [] : [{ type: 'ContactOptedOut', data: {} }];
      case 'SetAttribute': {
        const { contactId: subject, attributeId, value } = command;
        if ((state.attributes[attributeId] ?? null) === value) return [];
        if (value === null) return [{ type: 'ContactAttributeRemoved', data: { attributeId } }];
        return [{ type: 'ContactAttributeSet', data: { subject, personal: { value }, attributeId } }];
      }
      case 'Absorb':
      case 'Merge':
      case 'Release':
      case 'Unmerge':
      case 'Distinguish':
        return changeMerges(state, command);
      case 'AddComment':
      case 'ChangeComment':
      case 'RemoveComment':
        return changeComments(state.comments, command);
      case 'SetMetadata':
      case 'RemoveMetadata':
        return changeMetadata(state.metadata, command);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ContactRegistered':
      case 'ContactIdentified':
      case 'ContactDetailsChanged': {
        const { personal } = event.data;
        // Null personal data means that the subject key was deleted, so the contact stays erased whatever events
        // follow.
        if (personal === null || state.status === 'erased')
          return { ...state, status: 'erased', ...nothingKnown };
        return { ...state, status: 'known', profile: detailsAfter(state.profile, personal) };
      }
      case 'ContactIdentityTold': {
        const { personal, scope } = event.data;
        if (personal === null || state.status === 'erased')
          return { ...state, status: 'erased', ...nothingKnown };
        return { ...state, identities: { ...state.identities, [scope]: personal.id } };
      }
      case 'ContactConversationStarted': {
        const { channelId, conversationId } = event.data;
        return { ...state, conversations: { ...state.conversations, [channelId]: conversationId } };
      }
      case 'ContactLabelled':
        return { ...state, labelIds: [...state.labelIds, event.data.labelId] };
      case 'ContactUnlabelled':
        return { ...state, labelIds: state.labelIds.filter((labelId) => labelId !== event.data.labelId) };
      case 'ContactBlocked':
      case 'ContactUnblocked':
        return { ...state, isBlocked: event.type === 'ContactBlocked' };
      case 'ContactPrioritised':
      case 'ContactUnprioritised':
        return { ...state, isHighPriority: event.type === 'ContactPrioritised' };
      case 'ContactCommentAdded':
      case 'ContactCommentChanged':
      case 'ContactCommentRemoved':
        return { ...state, comments: commentsAfter(state.comments, event) };
      case 'ContactMetadataSet':
      case 'ContactMetadataRemoved':
        return { ...state, metadata: metadataAfter(state.metadata, event) };
      case 'ContactOptedIn':
      case 'ContactOptedOut':
        return {
          ...state,
          optIn: event.type === 'ContactOptedIn',
          hasRefused: event.type === 'ContactOptedOut',
        };
      case 'ContactAttributeSet': {
        const { attributeId, subject, personal } = event.data;
        // The attribute came from a merged contact that was erased since, so its value is unreadable.
        if (personal === null) return state;
        const { value } = personal;
        const attributes = { ...state.attributes, [attributeId]: value };
        return {
          ...state,
          attributes,
          absorbed: withTakenAttribute(state.absorbed, { subject, attributeId, value }),
        };
      }
      case 'ContactAttributeRemoved': {
        const { [event.data.attributeId]: _removed, ...attributes } = state.attributes;
        return { ...state, attributes };
      }
      case 'ContactDistinguished':
        return { ...state, distinctFrom: [...state.distinctFrom, event.data.otherId] };
      case 'ContactMerged':
      case 'ContactUnmerged':
        return { ...state, ...mergesAfter(state, event) };
      case 'ContactAbsorbed':
      case 'ContactReleased': {
        const profile = detailsAfter(state.profile, event.data.personal ?? {});
        return { ...state, ...mergesAfter(state, event), profile };
      }
      case 'ContactErased':
        return { ...state, status: 'erased', isErasureRecorded: true, ...nothingKnown };
    }
  },
};

export class ToContact extends commandTo(contact, 'contact') {}

/** Ids from providers that the contact's stream does not contain yet. */
function newIdentities(
  { identities: known }: ContactState,
  { contactId: subject, identities = [] }: Extract<ContactCommand, { type: 'Register' | 'Identify' }>,
): ContactEvent[] {
  return identities
    .filter(({ scope, id }) => known[scope] !== id)
    .map(({ scope, id }) => ({ type: 'ContactIdentityTold', data: { subject, personal: { id }, scope } }));
}

/** Adds or removes a label; removing it requires that the contact has it (specification, section 5). */
function mark(state: ContactState, { type, labelId, aliases }: LabelCommand): ContactEvent[] {
  const present = [labelId, ...aliases].filter((id) => state.labelIds.includes(id));
  if (type === 'Label') return present.length > 0 ? [] : [{ type: 'ContactLabelled', data: { labelId } }];
  if (present.length === 0) throw new Rejected('label_not_linked');
  return present.map((id) => ({ type: 'ContactUnlabelled', data: { labelId: id } }));
}

/** The fields of a profile that are not empty, trimmed. */
function told(profile: ContactProfile): ContactProfile {
  const fields = Object.entries(profile as Record<string, string | undefined>)
    .map(([field, value]) => [field, value?.trim()] as const)
    .filter(([, value]) => value);
  return Object.fromEntries(fields);
}

/** Fields in which a channel's value replaces the recorded one, because the contact writes from that address. */
const addresses = ['phone', 'email', 'bsuid'];

/**
 * The fields of a profile to record. A recorded name stays, because an agent may have corrected the name that the
 * channel keeps sending.
 */
function newFields(known: ContactData, profile: ContactProfile): ContactProfile {
  const fields = Object.entries(told(profile)).filter(([field, value]) => {
    const before = known[field as keyof ContactProfile];
    return addresses.includes(field) ? value !== before : !before;
  });
  return Object.fromEntries(fields);
}
