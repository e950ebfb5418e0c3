import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { Chat } from '@parley/contracts/api/conversations';
import { assetLimit } from '@parley/contracts/rules/asset-limit';
import { measureText } from '@parley/contracts/rules/text-limit';
import { availability, obstacleTo } from './availability';
import type { TFunction } from 'i18next';
import en from '../../../i18n/en.json';
import { careWindow } from '@parley/contracts/rules/care-window';
import { hoursAndMinutes } from './hours-and-minutes';
import { timeLeft } from './time-left';

const wrote = '2026-11-14T10:00:00.000Z';
const after = (hours: number, minutes = 0) => Date.parse(wrote) + hours * 3_600_000 + minutes * 60_000;

describe('the care window', () => {
  test.each([
    ['without a length is always open', careWindow(wrote, 0, after(1000)), { state: 'unlimited' }],
    [
      'is closed before the contact ever wrote',
      careWindow(null, 24, after(0)),
      { state: 'closed', closedAt: null },
    ],
    [
      'is open at its last moment',
      careWindow(wrote, 24, after(24)),
      { state: 'open', remainingMs: 0, urgency: 'now' },
    ],
    [
      'is closed a millisecond after its last moment',
      careWindow(wrote, 24, after(24) + 1),
      { state: 'closed', closedAt: after(24) },
    ],
    [
      'is calm with two hours left',
      careWindow(wrote, 24, after(22)),
      { state: 'open', remainingMs: 7_200_000, urgency: 'calm' },
    ],
    [
      'is amber below two hours',
      careWindow(wrote, 24, after(22, 1)),
      { state: 'open', remainingMs: 7_140_000, urgency: 'soon' },
    ],
    [
      'is red below fifteen minutes',
      careWindow(wrote, 24, after(23, 46)),
      { state: 'open', remainingMs: 840_000, urgency: 'now' },
    ],
  ])('the care window %s', (_, actual, expected) => expect(actual).toEqual(expected));

  test('splits the time left into whole hours and minutes', () => {
    expect(hoursAndMinutes(after(23, 12) + 59_999 - after(0))).toEqual({ hours: 23, minutes: 12 });
  });
});

test.each([
  [after(3, 12) - after(0), '3h 12m'],
  [60_000, '1m'],
  [59_999, 'under 1m'],
  [0, 'under 1m'],
])('shows %i ms left as %s', (ms, said) => {
  const t = ((key: string, values: Record<string, number>) =>
    en.composer[key.slice('composer.'.length) as 'minutes'].replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String(values[name]),
    )) as TFunction;
  expect(timeLeft(ms, t)).toBe(said);
});

describe('the composer', () => {
  const channel = {
    platform: 'whatsapp',
    provider: 'whatsapp-cloud',
    customerCareWindowLength: 24,
    mandatoryAssign: true,
    isConnected: true,
  } as ChannelResponse;
  const chat = {
    contact: { isBlocked: false },
    status: 'open',
    assignedUserId: 'me',
    lastInboundMessageTime: wrote,
  } as Chat;
  const state = (changes: Partial<Chat>, now = after(1)) =>
    availability({ ...chat, ...changes }, channel, 'me', now).state;

  test('the composer is open to the assignee within the care window', () => expect(state({})).toBe('open'));
  test('the composer is closed to users other than the assignee if the channel requires one', () =>
    expect(state({ assignedUserId: 'eva' })).toBe('unassigned'));
  test('the composer is closed after the care window', () =>
    expect(state({}, after(25))).toBe('window-closed'));
  test('the composer is closed in an archived conversation', () =>
    expect(state({ status: 'closed' })).toBe('archived'));
  test('the composer is closed if the channel is disconnected, even to the assignee', () =>
    expect(availability(chat, { ...channel, isConnected: false }, 'me', after(1)).state).toBe(
      'disconnected',
    ));
  test('the composer reports that the contact is blocked before any other reason', () =>
    expect(state({ contact: { ...chat.contact, isBlocked: true }, status: 'closed' }, after(25))).toBe(
      'blocked',
    ));
});

test('the composer does not send a failed message again while writing is impossible, except for a template after the care window', () => {
  const closed = { state: 'window-closed', closedAt: null, hours: 24, hasTemplates: true } as const;
  const archived = { state: 'archived' } as const;
  expect(obstacleTo({ type: 'text' }, closed)).toBe(closed);
  expect(obstacleTo({ type: 'template' }, closed)).toBeNull();
  expect(obstacleTo({ type: 'template' }, archived)).toBe(archived);
});

test.each([
  ['whatsapp', 4096],
  ['telegram', 4096],
  ['sms', 1530],
  ['messenger', 20_000],
  ['direct_messages', 10_000],
  ['instagram', 1000],
] as const)('limits a text on %s to %i characters', (platform, limit) =>
  expect(measureText({ platform }, '').limit).toBe(limit),
);

test.each([
  ['test', 'image/png', 64],
  ['sms', 'video/mp4', 5],
  ['whatsapp', 'video/mp4', 16],
  ['whatsapp', 'audio/ogg', 16],
  ['whatsapp', 'application/pdf', 100],
  ['whatsapp', 'text/csv', 100],
  ['whatsapp', 'image/png', 5],
] as const)('limits an attachment on %s of type %s to %i MB', (platform, type, megabytes) =>
  expect(assetLimit({ platform }, type)).toBe(megabytes * 1024 * 1024),
);
