import { sets, type Area } from '../presses';

export const area: Area = {
  unpressed: {
    'POST /smart-routes':
      'a rule is created once under one key (smart-route.spec.ts); two windows create two',
    'PATCH /smart-routes/:id': sets,
    'DELETE /smart-routes/:id': 'the decider makes no second fact (smart-route.spec.ts)',
    'POST /smart-routes/:id/restore': 'the decider makes no second fact (smart-route.spec.ts)',
    'PUT /smart-route-order': sets,
    'POST /smart-route-back-tests':
      'under one key it is one test, and of each person one goes on at a time (back-test.int.spec.ts)',
  },
};
