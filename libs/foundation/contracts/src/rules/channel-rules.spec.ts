import type { BusinessHours, ChannelSettings, OpenHours } from '../events/channel.events';
import { brokenRules } from './channel-rules';

const closed: BusinessHours['days'] = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
const hours = (mon: OpenHours[], timeZone = 'Europe/Amsterdam'): Partial<ChannelSettings> => ({
  businessHours: { timeZone, days: { ...closed, mon } },
});
const closing = (date: string, name = 'Christmas') => ({ date, name });

test.each<[string, Partial<ChannelSettings>, string]>([
  ['a name of blanks', { name: '  ' }, 'name: required'],
  ['a name that is too long', { name: 'x'.repeat(101) }, 'name: too_long'],
  ['an internal name that is too long', { internalName: 'x'.repeat(101) }, 'internalName: too_long'],
  [
    'an unknown kind of signature',
    { automaticSignature: 'bold' as 'none' },
    'automaticSignature: unknown_value',
  ],
  [
    'archiving after zero hours',
    { autoArchive: { afterHours: 0, direction: 'any' } },
    'autoArchive.afterHours: out_of_range',
  ],
  [
    'archiving after more than a year',
    { autoArchive: { afterHours: 8761, direction: 'in' } },
    'autoArchive.afterHours: out_of_range',
  ],
  [
    'archiving after half an hour',
    { autoArchive: { afterHours: 0.5, direction: 'in' } },
    'autoArchive.afterHours: not_whole',
  ],
  ['a welcome message that is too long', { welcomeMessage: 'x'.repeat(4097) }, 'welcomeMessage: too_long'],
  [
    'an absence message for weekdays that is too long',
    { outOfOffice: { weekdays: 'x'.repeat(4097), weekends: null } },
    'outOfOffice.weekdays: too_long',
  ],
  [
    'an absence message for weekends that is too long',
    { outOfOffice: { weekdays: null, weekends: 'x'.repeat(4097) } },
    'outOfOffice.weekends: too_long',
  ],
  [
    'a variable for the agent in the welcome message',
    { welcomeMessage: 'I am {{agent.name}}' },
    'welcomeMessage: unknown_variable',
  ],
  [
    'an unknown variable',
    { outOfOffice: { weekdays: null, weekends: 'About {{ order.id }}' } },
    'outOfOffice.weekends: unknown_variable',
  ],
  ['a negative care window', { customerCareWindowLength: -1 }, 'customerCareWindowLength: out_of_range'],
  ['a care window of half an hour', { customerCareWindowLength: 0.5 }, 'customerCareWindowLength: not_whole'],
  ['an unknown time zone', hours([], 'Europe/Atlantis'), 'businessHours.timeZone: time_zone'],
  ['an offset instead of a time zone', hours([], '+01:00'), 'businessHours.timeZone: time_zone'],
  [
    'a time without a leading zero',
    hours([{ from: '9:00', to: '17:00' }]),
    'businessHours.days.mon.0.from: time',
  ],
  ['a time after 24:00', hours([{ from: '09:00', to: '25:00' }]), 'businessHours.days.mon.0.to: time'],
  ['opening at 24:00', hours([{ from: '24:00', to: '24:00' }]), 'businessHours.days.mon.0.from: time'],
  ['closing before opening', hours([{ from: '17:00', to: '09:00' }]), 'businessHours.days.mon.0.to: order'],
  [
    'closing at the time of opening',
    hours([{ from: '09:00', to: '09:00' }]),
    'businessHours.days.mon.0.to: order',
  ],
  [
    'overlapping hours',
    hours([
      { from: '09:00', to: '13:00' },
      { from: '12:30', to: '17:00' },
    ]),
    'businessHours.days.mon.1.from: overlap',
  ],
  [
    'seven shifts in a day',
    hours([1, 2, 3, 4, 5, 6, 7].map((hour) => ({ from: `0${hour}:00`, to: `0${hour}:30` }))),
    'businessHours.days.mon: too_many',
  ],
  ['a malformed date', { closingDates: [closing('25-12-2026')] }, 'closingDates.0.date: date'],
  ['a day that does not exist', { closingDates: [closing('2026-02-30')] }, 'closingDates.0.date: date'],
  [
    'the same date twice',
    { closingDates: [closing('2026-12-25'), closing('2026-12-25')] },
    'closingDates.1.date: duplicate',
  ],
  ['a date without a name', { closingDates: [closing('2026-12-25', ' ')] }, 'closingDates.0.name: required'],
  [
    'a date whose name is too long',
    { closingDates: [closing('2026-12-25', 'x'.repeat(101))] },
    'closingDates.0.name: too_long',
  ],
  [
    'more than 200 dates',
    { closingDates: Array.from({ length: 201 }, () => closing('2026-12-25')) },
    'closingDates: too_many',
  ],
])('reports exactly one broken rule for %s', (_, settings, rule) => {
  expect(
    brokenRules(settings, { platform: 'whatsapp' }).map((broken) => `${broken.field}: ${broken.rule}`),
  ).toEqual([rule]);
});

test.each<[string, Partial<ChannelSettings>]>([
  ['archiving after an hour', { autoArchive: { afterHours: 1, direction: 'any' } }],
  ['archiving after a year', { autoArchive: { afterHours: 8760, direction: 'out' } }],
  ['a care window without end', { customerCareWindowLength: 0 }],
  ['a welcome message of the maximum length', { welcomeMessage: 'x'.repeat(4096) }],
  ['a welcome message with the name of the contact', { welcomeMessage: 'Hi {{contact.name}}' }],
  ['empty settings', {}],
  [
    'settings that are switched off',
    { welcomeMessage: null, autoArchive: null, businessHours: null, closingDates: [] },
  ],
  [
    'adjacent shifts in any order until midnight',
    hours([
      { from: '13:00', to: '24:00' },
      { from: '00:00', to: '13:00' },
    ]),
  ],
  ['a leap day', { closingDates: [closing('2028-02-29')] }],
])('accepts %s', (_, settings) => {
  expect(brokenRules(settings, { platform: 'whatsapp' })).toEqual([]);
});

test('the maximum length of a text depends on the platform', () => {
  const settings = { welcomeMessage: 'x'.repeat(1531) };
  expect(brokenRules(settings, { platform: 'sms' })).toEqual([{ field: 'welcomeMessage', rule: 'too_long' }]);
  expect(brokenRules(settings, { platform: 'whatsapp' })).toEqual([]);
});
