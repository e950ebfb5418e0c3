import type { PermissionsResponse } from '@parley/contracts/api/access';
import { browserLanguage } from './i18n';
import { settingOf } from './me';

const whoChose = (...settings: { name: string; value: string }[]) =>
  ({ user: { settings } }) as PermissionsResponse;

function browserIn(...languages: string[]) {
  Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });
}

test.each([
  [['es-ES', 'en'], 'es'],
  [['ca-ES', 'nl-BE'], 'nl'],
  [['fr'], 'en'],
  [[], 'en'],
])('for a browser that prefers the languages %j, texts are in %s', (preferred, language) => {
  expect(browserLanguage(preferred)).toBe(language);
});

test('uses the browser’s language until the user chooses one', () => {
  browserIn('es-ES');
  expect(settingOf(whoChose(), 'language')).toBe('es');
  expect(settingOf(whoChose({ name: 'language', value: 'nl' }), 'language')).toBe('nl');
});
