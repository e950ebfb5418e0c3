import { sets, type Area } from '../presses';

export const area: Area = {
  unpressed: {
    'POST /team-chats': 'the same people are one chat, whoever begins it (team-chat.int.spec.ts)',
    'PATCH /team-chats/:id': sets,
    'DELETE /team-chats/:id': 'the decider makes no second fact (team-chat.spec.ts)',
    'PATCH /team-chats/entries': 'marks only rise (entry.spec.ts)',
    'PUT /team-chats/:id/drafts': 'a draft is its writer’s alone: team-chat.int.spec.ts says who wins',
    'PATCH /team-chats/:id/participants/:participantId':
      'leaves or marks oneself: no second fact (team-chat.spec.ts)',
    'PATCH /team-chats/:id/participants/:participantId/entries': 'marks only rise (entry.spec.ts)',
    'PATCH /team-chats/:id/participants/:participantId/entries/:entryId': 'marks only rise (entry.spec.ts)',
    'POST /team-chats/:id/entries': 'the same tmpId is the same entry (team-chat.int.spec.ts)',
    'PATCH /team-chats/:id/entries/:entryId': sets,
    'DELETE /team-chats/:id/entries/:entryId': 'the decider makes no second fact (entry.spec.ts)',
    'PUT /team-chats/:id/entries/:entryId/reaction': 'one reaction of a person (entry.spec.ts)',
    'POST /team-chats/:id/assets': 'a file that is uploaded twice is two files, and nobody is sent any',
  },
};
