import type { BusinessHours, ChannelSettings, OpenHours } from '../events/channel.events';
import { brokenRules } from './channel-rules';

const closed: BusinessHours['days'] = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
const hours = (mon: OpenHours[], timeZone = 'Europe/Amsterdam'): Partial<ChannelSettings> => ({
  businessHours: { timeZone, days: { ...closed, mon } },
});
const closing = (date: string, name = 'Christmas') => ({ date, name });

test.each<[string, Partial<ChannelSettings>, string]>([
  ['a name of blanks', { name: '  ' }, 'name: required'],
  ['a long name', { name: 'x'.repeat(101) }, 'name: too_long'],
  ['a long internal name', { internalName: 'x'.repeat(101) }, 'internalName: too_long'],
  [
    'a signature of another kind',
    { automaticSignature: 'bold' as 'none' },
    'automaticSignature: unknown_value',
  ],
  [
    'archiving at once',
    { autoArchive: { afterHours: 0, direction: 'any' } },
    'autoArchive.afterHours: out_of_range',
  ],
  [
    'archiving in two years',
    { autoArchive: { afterHours: 8761, direction: 'in' } },
    'autoArchive.afterHours: out_of_range',
  ],
  [
    'archiving after half an hour',
    { autoArchive: { afterHours: 0.5, direction: 'in' } },
    'autoArchive.afterHours: not_whole',
  ],
  ['a long welcome', { welcomeMessage: 'x'.repeat(4097) }, 'welcomeMessage: too_long'],
  [
    'a long word for weekdays',
    { outOfOffice: { weekdays: 'x'.repeat(4097), weekends: null } },
    'outOfOffice.weekdays: too_long',
  ],
  [
    'a long word for weekends',
    { outOfOffice: { weekdays: null, weekends: 'x'.repeat(4097) } },
    'outOfOffice.weekends: too_long',
  ],
  ['a welcome by an agent', { welcomeMessage: 'I am {{agent.name}}' }, 'welcomeMessage: unknown_variable'],
  [
    'a variable that nobody knows',
    { outOfOffice: { weekdays: null, weekends: 'About {{ order.id }}' } },
    'outOfOffice.weekends: unknown_variable',
  ],
  ['a negative window', { customerCareWindowLength: -1 }, 'customerCareWindowLength: out_of_range'],
  ['half an hour of window', { customerCareWindowLength: 0.5 }, 'customerCareWindowLength: not_whole'],
  ['a time zone of nowhere', hours([], 'Europe/Atlantis'), 'businessHours.timeZone: time_zone'],
  ['an offset for a time zone', hours([], '+01:00'), 'businessHours.timeZone: time_zone'],
  ['9 o’clock', hours([{ from: '9:00', to: '17:00' }]), 'businessHours.days.mon.0.from: time'],
  ['25 o’clock', hours([{ from: '09:00', to: '25:00' }]), 'businessHours.days.mon.0.to: time'],
  [
    'opening at the end of the day',
    hours([{ from: '24:00', to: '24:00' }]),
    'businessHours.days.mon.0.from: time',
  ],
  ['closing before opening', hours([{ from: '17:00', to: '09:00' }]), 'businessHours.days.mon.0.to: order'],
  ['closing while opening', hours([{ from: '09:00', to: '09:00' }]), 'businessHours.days.mon.0.to: order'],
  [
    'hours that overlap',
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
  ['a date that is none', { closingDates: [closing('25-12-2026')] }, 'closingDates.0.date: date'],
  ['a day that does not exist', { closingDates: [closing('2026-02-30')] }, 'closingDates.0.date: date'],
  [
    'a date twice',
    { closingDates: [closing('2026-12-25'), closing('2026-12-25')] },
    'closingDates.1.date: duplicate',
  ],
  ['a date without a name', { closingDates: [closing('2026-12-25', ' ')] }, 'closingDates.0.name: required'],
  [
    'a date with a long name',
    { closingDates: [closing('2026-12-25', 'x'.repeat(101))] },
    'closingDates.0.name: too_long',
  ],
  [
    'more dates than a year of working days',
    { closingDates: Array.from({ length: 201 }, () => closing('2026-12-25')) },
    'closingDates: too_many',
  ],
])('reports exactly one broken rule for %s', (_, settings, rule) => {
  expect(
    brokenRules(settings, { platform: 'whatsapp' }).map((broken) => `${broken.field}: ${broken.rule}`),
  ).toEqual([rule]);
});

test.each<[string, Partial<ChannelSettings>]>([
  ['an archiving after an hour', { autoArchive: { afterHours: 1, direction: 'any' } }],
  ['an archiving after a year', { autoArchive: { afterHours: 8760, direction: 'out' } }],
  ['a window without end', { customerCareWindowLength: 0 }],
  ['a welcome as long as a message may be', { welcomeMessage: 'x'.repeat(4096) }],
  ['a welcome by name', { welcomeMessage: 'Hi {{contact.name}}' }],
  ['nothing at all', {}],
  [
    'what is switched off',
    { welcomeMessage: null, autoArchive: null, businessHours: null, closingDates: [] },
  ],
  [
    'shifts that touch, in any order, until midnight',
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
