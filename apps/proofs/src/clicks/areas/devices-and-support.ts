import type { Area } from '../presses';

export const area: Area = {
  unpressed: {
    'PUT /push/devices':
      'keeps a browser as one device of the user who subscribed last (pushing.int.spec.ts)',
    'DELETE /push/devices/:id': 'one’s own device, gone once and not found afterwards: pushing.int.spec.ts',
    'POST /push/devices/:id/test': 'each press is a push of its own, to one’s own browser',
    'POST /support/requests':
      'the same request from eight windows at once is one mail with one number (support.int.spec.ts)',
  },
};
