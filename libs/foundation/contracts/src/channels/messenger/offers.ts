import type { Offers } from '../manifest';
import { platforms } from '../platforms';

const { limits, contactIdentity } = platforms.messenger;

export const offers: Offers = {
  messenger: {
    contactIdentity,
    limits: {
      ...limits,
      text: { most: 2000, unit: 'utf-16', source: 'Messenger Platform, Send API, message.text' },
    },
    sends: ['text', 'image', 'video', 'audio', 'document'],
    careWindowHours: 24,
  },
};
