import { sets, type Area } from '../presses';

export const area: Area = {
  unpressed: {
    'POST /team-chats':
      'is the same chat for the same users, even if both start it at the same moment (team-chat.int.spec.ts)',
    'PATCH /team-chats/:id': sets,
    'DELETE /team-chats/:id': 'the decider makes no second fact (team-chat.spec.ts)',
    'PATCH /team-chats/entries': 'marks of a participant never go back (entry.spec.ts)',
    'PUT /team-chats/:id/drafts': 'keeps drafts for their writer only (team-chat.int.spec.ts)',
    'PATCH /team-chats/:id/participants/:participantId':
      'leaves or marks oneself: no second fact (team-chat.spec.ts)',
    'PATCH /team-chats/:id/participants/:participantId/entries':
      'marks of a participant never go back (entry.spec.ts)',
    'PATCH /team-chats/:id/participants/:participantId/entries/:entryId':
      'marks of a participant never go back (entry.spec.ts)',
    'POST /team-chats/:id/entries':
      'keeps one entry if the same tmpId is sent repeatedly (team-chat.int.spec.ts)',
    'PATCH /team-chats/:id/entries/:entryId': sets,
    'DELETE /team-chats/:id/entries/:entryId': 'the decider makes no second fact (entry.spec.ts)',
    'PUT /team-chats/:id/entries/:entryId/reaction': 'has one reaction of each user (entry.spec.ts)',
    'POST /team-chats/:id/assets': 'a file that is uploaded twice is two files, and nobody is sent any',
  },
};
