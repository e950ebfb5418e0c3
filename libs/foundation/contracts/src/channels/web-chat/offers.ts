import type { Offers } from '../manifest';
import { platforms } from '../platforms';

export const offers: Offers = {
  web: {
    ...platforms.web,
    sends: ['text', 'image', 'video', 'audio', 'document', 'location', 'typing'],
    // A visitor sees every message on their next visit.
    careWindowHours: 0,
  },
};
