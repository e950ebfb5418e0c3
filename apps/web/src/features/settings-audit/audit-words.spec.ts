import i18next from 'i18next';
import en from './texts/en.json';
import { wordsOf } from './audit-words';

const ana = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const writing = { names: { [ana]: 'Ana' }, time: (iso: string) => `at ${iso.slice(0, 10)}` };

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: en } } }));

test.each([
  ['role', 'user', 'Agent'],
  ['name', 'user', 'user'],
  ['visibility', 'everybody', 'Everybody'],
  ['enterToSend', '0', 'no'],
  ['timeNotation', '12', '12'],
  ['limitUsers', -1, 'no limit'],
  ['limitUsers', 25, '25'],
  ['noticeEnabled', true, 'yes'],
  ['email', '', 'empty'],
  ['member', ana, 'Ana'],
  ['userIds', [ana, 'x'], 'Ana, x'],
  ['teamIds', [], 'empty'],
  ['expiresAt', '2026-12-01T10:00:00.000Z', 'at 2026-12-01'],
  ['openAiApiKey', { lastFour: 'wxyz' }, 'Ends in: wxyz'],
  [
    'autoArchive',
    { afterHours: 72, direction: 'in' },
    'After hours: 72\nCounted from: the contact’s last message',
  ],
  ['closingDates', [{ date: '2026-12-25', name: 'Christmas' }], '2026-12-25 · Christmas'],
  ['secrets', ['access-token', 'app-secret'], 'Access token, App secret'],
  ['secrets', [{ name: 'access-token', lastFour: 'oken' }], 'Access token · oken'],
  [
    'businessHours',
    {
      timeZone: 'Europe/Madrid',
      days: {
        mon: [
          { from: '09:00', to: '14:00' },
          { from: '16:00', to: '19:00' },
        ],
        sun: [],
      },
    },
    'Time zone: Europe/Madrid\nDays: \n  Monday: 09:00–14:00, 16:00–19:00\n  Sunday: empty',
  ],
])('describes the field %s with the value %j as %j', (field, value, words) => {
  expect(wordsOf(field, value, writing)).toBe(words);
});
