import { sets, type Area } from '../presses';

export const area: Area = {
  unpressed: {
    'POST /team-chats':
      'is the same chat for the same users, even if both start it at the same moment (team-chat.int.spec.ts)',
    'PATCH /team-chats/:id': sets,
    'DELETE /team-chats/:id': 'is deleted once for all participants (team-chat.spec.ts)',
    'PATCH /team-chats/entries': 'the marks of a participant never go back (entry.spec.ts)',
    'PUT /team-chats/:id/drafts': 'keeps drafts for their writer only (team-chat.int.spec.ts)',
    'PATCH /team-chats/:id/participants/:participantId':
      'sets a mark; a chat is left once (team-chat.spec.ts)',
    'PATCH /team-chats/:id/participants/:participantId/entries':
      'the marks of a participant never go back (entry.spec.ts)',
    'PATCH /team-chats/:id/participants/:participantId/entries/:entryId':
      'the marks of a participant never go back (entry.spec.ts)',
    'POST /team-chats/:id/entries':
      'keeps one entry if the same tmpId is sent repeatedly (team-chat.int.spec.ts)',
    'PATCH /team-chats/:id/entries/:entryId': sets,
    'DELETE /team-chats/:id/entries/:entryId': 'a second deletion records nothing (entry.spec.ts)',
    'PUT /team-chats/:id/entries/:entryId/reaction': 'has one reaction of each user (entry.spec.ts)',
    'POST /team-chats/:id/assets': 'a file that is uploaded twice is two files, and nobody is sent any',
  },
};
