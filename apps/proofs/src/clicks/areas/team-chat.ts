import { sets, type Area } from '../presses';

export const area: Area = {
  unpressed: {
    'POST /team-chats':
      'the same users get the same chat, even if both start it at the same time (team-chat.int.spec.ts)',
    'PATCH /team-chats/:id': sets,
    'DELETE /team-chats/:id': 'a chat is deleted once for all participants (team-chat.spec.ts)',
    'PATCH /team-chats/entries': 'marks never move back (entry.spec.ts)',
    'PUT /team-chats/:id/drafts': 'only the writer of a draft sees it (team-chat.int.spec.ts)',
    'PATCH /team-chats/:id/participants/:participantId':
      'sets a mark; a participant leaves once (team-chat.spec.ts)',
    'PATCH /team-chats/:id/participants/:participantId/entries': 'marks never move back (entry.spec.ts)',
    'PATCH /team-chats/:id/participants/:participantId/entries/:entryId':
      'marks never move back (entry.spec.ts)',
    'POST /team-chats/:id/entries':
      'a chat contains one entry if the same tmpId is sent repeatedly (team-chat.int.spec.ts)',
    'PATCH /team-chats/:id/entries/:entryId': sets,
    'DELETE /team-chats/:id/entries/:entryId': 'a second deletion records nothing (entry.spec.ts)',
    'PUT /team-chats/:id/entries/:entryId/reaction': 'an entry has one reaction of each user (entry.spec.ts)',
    'POST /team-chats/:id/assets': 'a file that is uploaded twice is two files, and nobody is sent any',
  },
};
