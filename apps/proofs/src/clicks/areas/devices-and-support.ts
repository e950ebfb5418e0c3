import type { Area } from '../presses';

export const area: Area = {
  unpressed: {
    'PUT /push/devices': 'keeps one subscription by its endpoint: pushing.int.spec.ts says whose',
    'DELETE /push/devices/:id': 'one’s own device, gone once and not found afterwards: pushing.int.spec.ts',
    'POST /push/devices/:id/test': 'each press is a push of its own, to one’s own browser',
    'POST /support/requests':
      'the same key is one mail: support.int.spec.ts presses it from eight windows at once',
  },
};
