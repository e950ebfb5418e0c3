import { keyed, post, pressed, sets, type Area } from '../presses';

export const area: Area = {
  buttons: {
    'a broadcast under one key': keyed('/engage/broadcasts', () => ({ name: 'Sale' }), 'BroadcastDrafted'),
    'higher limits of broadcasts': async (office) => {
      const messages = (await office.count('EngageLimitRaiseRequested')) + 100;
      const press = post('/engage/rate-limits/raise', { messages, contacts: 50 }, office.admin);
      return pressed(press, 'EngageLimitRaiseRequested');
    },
  },
  unpressed: {
    'PATCH /engage/broadcasts/:id': sets,
    'DELETE /engage/broadcasts/:id': 'deleted twice is deleted; the second may find none',
    'POST /engage/broadcasts/:id/duplicate': 'a copy under one key is one copy; two windows ask for two',
    'POST /engage/broadcasts/:id/test': 'each press sends one more message to the number that was typed',
    'POST /engage/broadcasts/:id/start':
      'is started once when the command is repeated (broadcast.spec.ts, engaging.int.spec.ts)',
    'POST /engage/broadcasts/:id/pause': 'the decider makes no second fact (broadcast.spec.ts)',
    'POST /engage/broadcasts/:id/resume': 'the decider makes no second fact (broadcast.spec.ts)',
    'POST /engage/broadcasts/:id/cancel': 'the decider makes no second fact (broadcast.spec.ts)',
    'POST /engage/broadcasts/:id/retry':
      'a retry plans the messages that failed temporarily, and no others (engage.int.spec.ts)',
    'POST /engage/broadcasts/:id/end-repeat': 'the decider makes no second fact (broadcast.spec.ts)',
    'PATCH /engage/settings': sets,
  },
};
