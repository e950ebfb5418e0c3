import type { Offers } from '../manifest';
import { platforms } from '../platforms';

export const offers: Offers = {
  test: {
    ...platforms.test,
    sends: ['text', 'image', 'video', 'audio', 'document', 'location', 'template', 'reply-to'],
    careWindowHours: 24,
  },
};
