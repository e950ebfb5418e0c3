import type { FileLimit, Offers } from '../manifest';
import { platforms } from '../platforms';

const source = 'Twilio, sending WhatsApp media messages';
const mebibyte = 1024 * 1024;
const whatsappFiles: FileLimit[] = [
  { types: ['image/'], mostBytes: 5 * mebibyte, source },
  { types: [''], mostBytes: 16 * mebibyte, source },
];

export const offers: Offers = {
  sms: { ...platforms.sms, sends: ['text'], careWindowHours: 0 },
  whatsapp: {
    ...platforms.whatsapp,
    sends: ['text', 'image', 'video', 'audio', 'document', 'location', 'template'],
    careWindowHours: 24,
    limits: {
      text: { most: 1600, unit: 'utf-16', source: 'Twilio, error 21617' },
      files: whatsappFiles,
    },
  },
};
