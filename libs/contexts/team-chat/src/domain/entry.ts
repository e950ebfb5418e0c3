import type { TeamChatAttachment, TeamChatEntryEvent } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

export type EntryCommand =
  | {
      type: 'Send';
      chatId: string;
      userId: string;
      tmpId: string;
      message: string | null;
      attachments: readonly TeamChatAttachment[];
      replyTo: string | null;
      mentions: readonly string[];
    }
  | { type: 'Edit'; by: string; message: string; mentions: readonly string[] }
  | { type: 'Delete'; by: string }
  | { type: 'React'; by: string; emoji: string | null };

export interface EntryState {
  status: 'missing' | 'present' | 'deleted';
  chatId: string;
  userId: string;
  message: string | null;
  /** Kept after the deletion of the entry, so that the files can be deleted from storage. */
  attachments: readonly TeamChatAttachment[];
  reactions: Readonly<Record<string, string>>;
}

/** One entry of a chat. Only its writer may edit or delete it; every participant may react to it. */
export const entry: Decider<EntryCommand, EntryState, TeamChatEntryEvent> = {
  initialState: { status: 'missing', chatId: '', userId: '', message: null, attachments: [], reactions: {} },

  decide(command, state) {
    if (command.type === 'Send') return state.status === 'missing' ? send(command) : [];
    if (state.status === 'missing') throw new NotFound();
    if (command.type !== 'React' && command.by !== state.userId) {
      throw new Rejected('team_chat_entry_not_own');
    }
    if (state.status === 'deleted') {
      if (command.type === 'Delete') return [];
      throw new Rejected('team_chat_entry_deleted');
    }
    switch (command.type) {
      case 'Edit':
        if (command.message === '') throw new Rejected('team_chat_entry_empty');
        if (command.message === state.message) return [];
        return [
          {
            type: 'TeamChatEntryEdited',
            data: {
              subject: state.userId,
              personal: { message: command.message },
              mentions: [...command.mentions],
            },
          },
        ];
      case 'Delete':
        return [{ type: 'TeamChatEntryDeleted', data: {} }];
      case 'React': {
        const { by: userId, emoji } = command;
        if ((state.reactions[userId] ?? null) === emoji) return [];
        return [{ type: 'TeamChatEntryReacted', data: { userId, emoji } }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'TeamChatEntrySent': {
        const { chatId, userId, personal } = event.data;
        const attachments = personal?.attachments ?? [];
        return {
          ...state,
          status: 'present',
          chatId,
          userId,
          message: personal?.message ?? null,
          attachments,
        };
      }
      case 'TeamChatEntryEdited':
        return { ...state, message: event.data.personal?.message ?? null };
      case 'TeamChatEntryDeleted':
        return { ...state, status: 'deleted', message: null };
      case 'TeamChatEntryReacted': {
        const { [event.data.userId]: _before, ...others } = state.reactions;
        const { userId, emoji } = event.data;
        return { ...state, reactions: emoji === null ? others : { ...others, [userId]: emoji } };
      }
    }
  },
};

export class ToEntry extends commandTo(entry, 'teamChatEntry') {}

function send({
  type: _type,
  message,
  attachments,
  mentions,
  ...said
}: Extract<EntryCommand, { type: 'Send' }>): TeamChatEntryEvent[] {
  if (message === null && attachments.length === 0) throw new Rejected('team_chat_entry_empty');
  const personal = { message, attachments: [...attachments] };
  const data = { ...said, subject: said.userId, personal, mentions: [...mentions] };
  return [{ type: 'TeamChatEntrySent', data }];
}
