import type { OpenHours } from '@parley/contracts/events';
import { automaticRepliesTo, type AutomaticTexts, type Occasion } from './automatic-replies';

const office: OpenHours[] = [{ from: '09:00', to: '17:00' }];
const texts: AutomaticTexts = {
  welcomeMessage: 'Welcome!',
  outOfOffice: { weekdays: 'Back at nine.', weekends: 'Back on Monday.' },
  businessHours: {
    timeZone: 'Europe/Madrid',
    days: { mon: office, tue: office, wed: office, thu: office, fri: office, sat: [], sun: [] },
  },
  closingDates: [{ date: '2026-12-24', name: 'Christmas Eve' }],
  customerCareWindowLength: 24,
};
const day = '2026-05-13T10:00:00.000Z';
const night = '2026-05-13T20:00:00.000Z';
const sunday = '2026-05-17T10:00:00.000Z';

/**
 * Texts of the automatic replies, decided at the time `at`, to a message that was written then; by default the
 * contact's first.
 */
function answers(at: string, occasion: Partial<Occasion> = {}, changed: Partial<AutomaticTexts> = {}) {
  const message: Occasion = { writtenAt: at, contentType: 'text', isAutomatic: false, isFirst: true };
  return automaticRepliesTo({ ...message, ...occasion }, { ...texts, ...changed }, at).map(
    ({ text }) => text,
  );
}

describe('Automatic replies', () => {
  it('automatic replies welcome a contact who writes for the first time', () =>
    expect(answers(day)).toEqual(['Welcome!']));

  it('automatic replies do not welcome a contact who writes again', () =>
    expect(answers(day, { isFirst: false })).toEqual([]));

  it('automatic replies contain the out-of-office text after the welcome while the channel is closed', () => {
    expect(answers(night)).toEqual(['Welcome!', 'Back at nine.']);
    expect(answers(sunday, { isFirst: false })).toEqual(['Back on Monday.']);
  });

  it('automatic replies use the weekend text on a closing date, or the weekday text if there is no weekend text', () => {
    const christmas = '2026-12-24T10:00:00.000Z';
    const only = (outOfOffice: AutomaticTexts['outOfOffice']) =>
      answers(christmas, { isFirst: false }, { outOfOffice });
    expect(only(texts.outOfOffice)).toEqual(['Back on Monday.']);
    expect(only({ weekdays: 'Back at nine.', weekends: null })).toEqual(['Back at nine.']);
  });

  it('automatic replies omit a text that is unset or blank', () => {
    const outOfOffice = { weekdays: null, weekends: 'Back on Monday.' };
    expect(answers(night, {}, { welcomeMessage: null, outOfOffice })).toEqual([]);
    expect(answers(night, {}, { welcomeMessage: ' \n', outOfOffice })).toEqual([]);
  });

  it('automatic replies omit the out-of-office text if the channel has no business hours', () => {
    expect(answers(night, {}, { businessHours: null })).toEqual(['Welcome!']);
  });
});

describe('No automatic reply is sent', () => {
  it('sends no automatic reply to a message that a machine wrote', () =>
    expect(answers(night, { isAutomatic: true })).toEqual([]));

  it('sends no automatic reply to a message of unsupported content', () =>
    expect(answers(night, { contentType: 'unsupported' })).toEqual([]));

  it('sends no automatic reply to a message that arrives after the care window, or after a day if there is no care window', () => {
    const lateBy = (hours: number, customerCareWindowLength: number) => {
      const writtenAt = new Date(Date.parse(day) - hours * 3_600_000).toISOString();
      return answers(day, { writtenAt }, { customerCareWindowLength });
    };
    expect([lateBy(24, 24), lateBy(25, 24)]).toEqual([['Welcome!'], []]);
    expect([lateBy(24, 0), lateBy(25, 0)]).toEqual([['Welcome!'], []]);
    expect([lateBy(25, 168), lateBy(169, 168)]).toEqual([['Welcome!'], []]);
  });
});

describe('The key of the out-of-office message', () => {
  const keyAt = (writtenAt: string, now = writtenAt, changed: Partial<AutomaticTexts> = {}) =>
    automaticRepliesTo(
      { writtenAt, contentType: 'text', isAutomatic: false, isFirst: false },
      { ...texts, ...changed },
      now,
    ).map(({ key }) => key);

  it('the key stays the same throughout a closed period of several days', () => {
    const weekend = ['out-of-office/2026-05-15T15:00:00.000Z'];
    for (const at of ['2026-05-15T15:00:00.000Z', '2026-05-16T12:00:00.000Z', '2026-05-18T06:59:59.000Z'])
      expect(keyAt(at)).toEqual(weekend);
    expect(keyAt('2026-05-18T15:30:00.000Z')).toEqual(['out-of-office/2026-05-18T15:00:00.000Z']);
  });

  it('the key is a constant if the channel never opens', () => {
    const days = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
    const never = { businessHours: { timeZone: 'UTC', days } };
    expect(keyAt(night, night, never)).toEqual(['out-of-office/always']);
  });

  it('there is no key if the channel was open when the contact wrote, or is open again', () => {
    expect(keyAt('2026-05-13T14:59:00.000Z', '2026-05-13T15:01:00.000Z')).toEqual([]);
    expect(keyAt('2026-05-13T06:59:00.000Z', '2026-05-13T07:01:00.000Z')).toEqual([]);
  });
});
