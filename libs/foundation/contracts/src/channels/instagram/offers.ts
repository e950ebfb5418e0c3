import type { Offers } from '../manifest';
import { platforms } from '../platforms';

export const offers: Offers = {
  instagram: {
    ...platforms.instagram,
    sends: ['text', 'image', 'video', 'audio'],
    careWindowHours: 24,
  },
};
