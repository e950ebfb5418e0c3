import { LARGEST_EMAIL, LONGEST_EMAIL_TEXT } from '../../rules/email-rules';
import type { Offers } from '../manifest';
import { platforms } from '../platforms';

export const offers: Offers = {
  email: {
    ...platforms.email,
    limits: {
      text: { most: LONGEST_EMAIL_TEXT, unit: 'utf-16', source: 'ours: what is kept of a plain text' },
      files: [{ types: [''], mostBytes: LARGEST_EMAIL, source: 'what most mail servers take' }],
    },
    sends: ['text', 'image', 'video', 'audio', 'document', 'reply-to'],
    careWindowHours: 0,
  },
};
