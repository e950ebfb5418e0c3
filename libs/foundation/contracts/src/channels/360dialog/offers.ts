import type { Offers } from '../manifest';
import { platforms } from '../platforms';

export const offers: Offers = {
  whatsapp: {
    ...platforms.whatsapp,
    sends: ['text', 'image', 'video', 'audio', 'document', 'location', 'template', 'reply-to'],
    careWindowHours: 24,
  },
};
