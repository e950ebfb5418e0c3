import { initialForm, requestOf, selectionOf } from './export-form';

const noon = new Date(2026, 4, 28, 12);

it('begins with the last 28 days, today among them, and for contacts with no period', () => {
  const form = initialForm('conversations', null, noon);
  expect([form.from, form.to]).toEqual(['2026-05-01', '2026-05-28']);
  expect(initialForm('contacts', null, noon)).toMatchObject({ from: '', to: '' });
});

it('asks for whole days by one’s own clock, and for filters that say something', () => {
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

it('takes along who was selected in the list of contacts', () => {
  const { filter } = initialForm('contacts', { ids: ['ana'], count: 1 }, noon);
  expect(filter).toEqual({ ids: ['ana'] });
});

it('asks for notes and files of messages alone, and for a password only where there is one', () => {
  const form = { ...initialForm('audit', null, noon), withNotes: true, withFiles: true };
  expect(requestOf('audit', form, ['time'])).toMatchObject({ withNotes: false, withFiles: false });
  expect(requestOf('audit', form, ['time'])).not.toHaveProperty('password');
  expect(requestOf('messages', { ...form, password: 'long enough' }, ['time'])).toMatchObject({
    ...{ withNotes: true, withFiles: true, password: 'long enough' },
  });
});
