import i18next from 'i18next';
import { RequestFailed } from '../lib/problem';
import { refusedFields } from './refusal';

const team = { name: 'Sales', hours: {} };
const refused = (code: string, errors?: { field: string; rule: string }[]) =>
  new RequestFailed(code, 409, { type: 'about:blank', title: '', status: 409, code, errors });

beforeAll(() =>
  i18next.init({
    lng: 'en',
    resources: {
      en: { translation: { errors: { generic: 'Failed.', taken: 'Taken.', invalid_input: 'Not valid.' } } },
    },
  }),
);

test('shows a refusal at the field to which the form maps its code', () => {
  expect(refusedFields(refused('taken'), team, { fieldOf: { taken: 'name' } })).toEqual({ name: 'Taken.' });
});

test('shows at invalid fields the message of the code, or the form’s own message for the rule', () => {
  const error = refused('invalid_input', [
    { field: 'name', rule: 'maxLength' },
    { field: 'hours.days.monday', rule: 'overlap' },
  ]);
  expect(refusedFields(error, team, {})).toEqual({
    name: 'Not valid.',
    'hours.days.monday': 'Not valid.',
  });
  const wordsOf = (_: string, rule: string) => (rule === 'overlap' ? 'They overlap.' : undefined);
  expect(refusedFields(error, team, { wordsOf })).toEqual({
    name: 'Not valid.',
    'hours.days.monday': 'They overlap.',
  });
});

test.each([
  ['a field that the form does not have', refused('invalid_input', [{ field: 'colour', rule: 'matches' }])],
  ['no field', refused('taken')],
  ['no server response', new Error('no network')],
])('treats a failure with %s as one of the whole form', (_, error) => {
  expect(refusedFields(error, team, {})).toEqual({});
});
