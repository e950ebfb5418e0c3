import type { Offers } from '../manifest';
import { platforms } from '../platforms';

export const offers: Offers = {
  direct_messages: {
    ...platforms.direct_messages,
    sends: ['text', 'image'],
    careWindowHours: 0,
  },
};
