import type { Offers } from '../manifest';
import { platforms } from '../platforms';

const { limits, contactIdentity } = platforms.telegram;

export const offers: Offers = {
  telegram: {
    contactIdentity,
    limits: {
      ...limits,
      caption: { most: 1024, unit: 'utf-16', source: 'Telegram Bot API 10.1, sendPhoto' },
    },
    sends: ['text', 'image', 'video', 'audio', 'document', 'location', 'reply-to'],
    // A bot may write at any time to a person who has written to it once.
    careWindowHours: 0,
  },
};
