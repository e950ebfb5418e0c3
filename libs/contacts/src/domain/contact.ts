import type { ContactEvent, ContactProfile } from '@parley/contracts/events';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

interface LabelCommand {
  type: 'Label' | 'Unlabel';
  labelId: string;
  /** Other ids that stand for the same label, since they were merged into it. */
  aliases: readonly string[];
}

export type ContactCommand =
  | { type: 'Register'; contactId: string; profile: ContactProfile }
  /** What a channel says of somebody we may know already. */
  | { type: 'Identify'; contactId: string; profile: ContactProfile }
  | { type: 'StartConversation'; channelId: string; conversationId: string }
  | LabelCommand
  | { type: 'Erase' };

export interface ContactState {
  status: 'missing' | 'known' | 'erased';
  /** The fact of it is recorded. It may not be yet where the key went first. */
  isErasureRecorded: boolean;
  profile: ContactProfile;
  /** The current conversation on each channel. */
  conversations: Readonly<Record<string, string>>;
  labelIds: readonly string[];
}

/** A person who writes to the organisation, whichever channels they come by. */
export const contact: Decider<ContactCommand, ContactState, ContactEvent> = {
  initialState: { status: 'missing', isErasureRecorded: false, profile: {}, conversations: {}, labelIds: [] },

  decide(command, state) {
    if (command.type === 'Register') {
      if (state.status !== 'missing') return [];
      const { contactId, profile } = command;
      return [{ type: 'ContactRegistered', data: { subject: contactId, personal: told(profile) } }];
    }
    if (state.status === 'missing') throw new NotFound();
    if (command.type === 'StartConversation') {
      const { channelId, conversationId } = command;
      if (state.conversations[channelId]) return [];
      return [{ type: 'ContactConversationStarted', data: { channelId, conversationId } }];
    }
    if (command.type === 'Erase') {
      return state.isErasureRecorded ? [] : [{ type: 'ContactErased', data: {} }];
    }
    if (command.type !== 'Identify') return mark(state, command);
    const news = newFields(state.profile, command.profile);
    if (state.status === 'erased' || Object.keys(news).length === 0) return [];
    return [{ type: 'ContactIdentified', data: { subject: command.contactId, personal: news } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ContactRegistered':
      case 'ContactIdentified': {
        const { personal } = event.data;
        // Personal data that can no longer be read was erased: for good, whatever else the stream holds.
        if (personal === null || state.status === 'erased')
          return { ...state, status: 'erased', profile: {} };
        return { ...state, status: 'known', profile: { ...state.profile, ...personal } };
      }
      case 'ContactConversationStarted': {
        const { channelId, conversationId } = event.data;
        return { ...state, conversations: { ...state.conversations, [channelId]: conversationId } };
      }
      case 'ContactLabelled':
        return { ...state, labelIds: [...state.labelIds, event.data.labelId] };
      case 'ContactUnlabelled':
        return { ...state, labelIds: state.labelIds.filter((labelId) => labelId !== event.data.labelId) };
      case 'ContactErased':
        return { ...state, status: 'erased', isErasureRecorded: true, profile: {}, labelIds: [] };
    }
  },
};

/** Unlinking needs the label to be on the contact (spec, section 5). */
function mark(state: ContactState, { type, labelId, aliases }: LabelCommand): ContactEvent[] {
  if (state.status === 'erased') throw new NotFound();
  const present = [labelId, ...aliases].filter((id) => state.labelIds.includes(id));
  if (type === 'Label') return present.length > 0 ? [] : [{ type: 'ContactLabelled', data: { labelId } }];
  if (present.length === 0) throw new Rejected('label_not_linked');
  return present.map((id) => ({ type: 'ContactUnlabelled', data: { labelId: id } }));
}

/** Fields that say something, without white space around it. */
function told(profile: ContactProfile): ContactProfile {
  const fields = Object.entries(profile as Record<string, string | undefined>)
    .map(([field, value]) => [field, value?.trim()] as const)
    .filter(([, value]) => value);
  return Object.fromEntries(fields);
}

/** Where somebody is reached: the channel knows best, since they write from there. */
const addresses = ['phone', 'email', 'bsuid'];

/** A known name stays as it is: an agent may have corrected what the channel goes on saying. */
function newFields(known: ContactProfile, profile: ContactProfile): ContactProfile {
  const fields = Object.entries(told(profile)).filter(([field, value]) => {
    const before = known[field as keyof ContactProfile];
    return addresses.includes(field) ? value !== before : !before;
  });
  return Object.fromEntries(fields);
}
