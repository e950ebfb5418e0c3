import { webChatDefaults, type BusinessHours } from '@parley/contracts/events';
import { infoOf, type WebChat } from './web-chat-channels';

const nine = [{ from: '09:00', to: '17:00' }];
const businessHours: BusinessHours = {
  timeZone: 'Europe/Amsterdam',
  days: { mon: nine, tue: nine, wed: nine, thu: nine, fri: nine, sat: [], sun: [] },
};
const looks = { ...webChatDefaults, closedText: 'We are asleep.' };
const webChat = {
  channel: { platform: 'web', provider: 'web-chat' },
  settings: { name: 'Shop', businessHours, closingDates: [] },
  looks,
} as unknown as WebChat;

test('a web chat is open within business hours', () => {
  expect(infoOf(webChat, '2026-11-20T10:00:00.000Z')).toMatchObject({ isOpen: true, opensAt: null });
});

test('a web chat is closed outside business hours, with a text, the next opening time, and the fields to ask for', () => {
  // On a Friday evening, the next opening time in Amsterdam is Monday at nine.
  expect(infoOf(webChat, '2026-11-20T19:00:00.000Z')).toMatchObject({
    ...{ isOpen: false, closedText: 'We are asleep.', asksFor: ['name', 'email'] },
    ...{ opensAt: '2026-11-23T08:00:00.000Z', timeZone: 'Europe/Amsterdam' },
  });
});

test('a web chat without business hours is always open, and has the channel’s name', () => {
  const always = { ...webChat, settings: { ...webChat.settings, businessHours: null } };
  expect(infoOf(always, '2026-11-22T03:00:00.000Z')).toMatchObject({ isOpen: true, title: 'Shop' });
});
