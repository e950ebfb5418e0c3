import type { Offers } from '../manifest';
import { platforms } from '../platforms';

export const offers: Offers = {
  sms: { ...platforms.sms, sends: ['text'], careWindowHours: 0 },
  whatsapp: {
    ...platforms.whatsapp,
    sends: ['text', 'image', 'video', 'audio', 'document', 'location', 'template'],
    careWindowHours: 24,
  },
};
