import { initialForm, requestOf, selectionOf } from './export-form';

const noon = new Date(2026, 4, 28, 12);

it('starts with a period of the last 28 days including today, and with none for contacts', () => {
  const form = initialForm('conversations', null, noon);
  expect([form.from, form.to]).toEqual(['2026-05-01', '2026-05-28']);
  expect(initialForm('contacts', null, noon)).toMatchObject({ from: '', to: '' });
});

it('requests whole days of the local time zone and omits empty filters', () => {
  const form = {
    ...initialForm('conversations', null, noon),
    filter: { tags: [], keyword: '', channels: ['a'] },
  };
  expect(selectionOf('conversations', form)).toEqual({
    kind: 'conversations',
    from: new Date(2026, 4, 1).toISOString(),
    to: new Date(2026, 4, 29).toISOString(),
    filter: { channels: ['a'] },
  });
});

it('requests the contacts selected in the contact list', () => {
  const { filter } = initialForm('contacts', { ids: ['ana'], count: 1 }, noon);
  expect(filter).toEqual({ ids: ['ana'] });
});

it('requests notes and files for messages only, and a password only if there is one', () => {
  const form = { ...initialForm('audit', null, noon), withNotes: true, withFiles: true };
  expect(requestOf('audit', form, ['time'])).toMatchObject({ withNotes: false, withFiles: false });
  expect(requestOf('audit', form, ['time'])).not.toHaveProperty('password');
  expect(requestOf('messages', { ...form, password: 'long enough' }, ['time'])).toMatchObject({
    ...{ withNotes: true, withFiles: true, password: 'long enough' },
  });
});
