import { MAX_EMAIL_SIZE, MAX_EMAIL_TEXT_LENGTH } from '../../rules/email-rules';
import type { Offers } from '../manifest';
import { platforms } from '../platforms';

export const offers: Offers = {
  email: {
    ...platforms.email,
    limits: {
      text: { most: MAX_EMAIL_TEXT_LENGTH, unit: 'utf-16', source: 'ours: what is kept of a plain text' },
      files: [{ types: [''], mostBytes: MAX_EMAIL_SIZE, source: 'what most mail servers take' }],
    },
    sends: ['text', 'image', 'video', 'audio', 'document', 'reply-to'],
    careWindowHours: 0,
  },
};
