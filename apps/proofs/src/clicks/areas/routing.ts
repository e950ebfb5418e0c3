import { sets, type Area } from '../presses';

export const area: Area = {
  unpressed: {
    'POST /smart-routes':
      'a rule is created once (smart-route.spec.ts) under one key; two windows create two',
    'PATCH /smart-routes/:id': sets,
    'DELETE /smart-routes/:id': 'a rule is deleted once (smart-route.spec.ts)',
    'POST /smart-routes/:id/restore':
      'restoring a version is a no-op for the current content (smart-route.spec.ts)',
    'PUT /smart-route-order': sets,
    'POST /smart-route-back-tests':
      'a job begins once if many concurrent requests have its id (jobs.int.spec.ts), alone in its slot',
  },
};
