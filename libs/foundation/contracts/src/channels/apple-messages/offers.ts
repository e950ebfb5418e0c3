import type { Offers } from '../manifest';
import { platforms } from '../platforms';

export const offers: Offers = {
  business_messages: {
    ...platforms.business_messages,
    sends: ['text', 'image', 'video', 'audio', 'document'],
    careWindowHours: 0,
  },
};
