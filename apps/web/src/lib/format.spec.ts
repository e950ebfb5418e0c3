import { timeFormats } from './format';

const languages = ['en', 'es', 'nl'];
const shown = (name: 'number' | 'money' | 'bytes', value: number) =>
  languages.map((language) => timeFormats(language, false)[name](value).replace(/\s/g, ' '));

test('formats numbers with at most two decimals and the same in every language', () => {
  expect(shown('number', 1_234_567.891)).toEqual(Array(3).fill('1,234,567.89'));
  expect(shown('number', 0.5)).toEqual(Array(3).fill('0.5'));
  expect(shown('number', 1_000)).toEqual(Array(3).fill('1,000'));
});

test('formats amounts in euros as in the language', () => {
  expect(shown('money', 1_234.5)).toEqual(['€1,234.50', '1234,50 €', '€ 1.234,50']);
  expect(shown('money', 0)).toEqual(['€0.00', '0,00 €', '€ 0,00']);
});

test('formats sizes in kB and MB, with at least 0.1 kB', () => {
  expect(shown('bytes', 1)).toEqual(Array(3).fill('0.1 kB'));
  expect(shown('bytes', 999_900)).toEqual(Array(3).fill('999.9 kB'));
  expect(shown('bytes', 25_310_000)).toEqual(Array(3).fill('25.3 MB'));
});

test('formats times as in the language and the user’s notation', () => {
  const at = new Date(2026, 10, 14, 15, 2).toISOString();
  const all = (hour12: boolean) =>
    languages.map((language) => timeFormats(language, hour12).full(at).replace(/\s/g, ' '));
  const early = new Date(2026, 10, 14, 2, 5).toISOString();
  const { time, full } = timeFormats('en', false);
  expect([time(early), full(early)]).toEqual(['02:05', '14 Nov 2026, 02:05']);
  expect(all(false)).toEqual(['14 Nov 2026, 15:02', '14 nov 2026, 15:02', '14 nov 2026, 15:02']);
  expect(all(true)).toEqual(['14 Nov 2026, 3:02 pm', '14 nov 2026, 3:02 p. m.', '14 nov 2026, 3:02 p.m.']);
});
