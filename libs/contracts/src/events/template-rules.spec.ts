import { flawOfButton, flawOfLine, flawOfTemplate, flawOfValue } from './template-rules';

test.each(['Harbour Bikes', 'Open 9–18, © 2026 #1', 'Ça va ? {one} brace'])('a header may be %s', (text) =>
  expect(flawOfLine(text)).toBeNull(),
);

test.each(['Ready 🎉', 'Thanks ❤️', 'Press 1️⃣', 'From 🇳🇱', 'Dear {{1}}', 'Dear {{ contact.name }}'])(
  'a header may not be %s',
  (text) => expect(flawOfLine(text)).toBe('template_line_not_plain'),
);

test('a button has no emoji', () => {
  expect(flawOfButton('Track it')).toBeNull();
  expect(flawOfButton('Track it 📦')).toBe('template_button_not_plain');
});

test('what a variable stands for has no new line, no tab and at most 4 spaces in a row', () => {
  expect(flawOfValue('order    4711 🎉')).toBeNull();
  for (const value of ['order\n4711', 'order\r4711', 'order\t4711', 'order     4711'])
    expect(flawOfValue(value)).toBe('template_value_not_plain');
});

test('a template is looked through as a whole', () => {
  const fine = {
    header: 'Harbour Bikes',
    footer: 'Open until six',
    buttons: ['Yes', 'No'],
    parameters: ['4711'],
  };
  expect(flawOfTemplate(fine)).toBeNull();
  expect(flawOfTemplate({ parameters: [] })).toBeNull();
  expect(flawOfTemplate({ ...fine, header: 'Dear {{1}}' })).toBe('template_line_not_plain');
  expect(flawOfTemplate({ ...fine, footer: 'Bye 👋' })).toBe('template_line_not_plain');
  expect(flawOfTemplate({ ...fine, buttons: ['Yes', '👎'] })).toBe('template_button_not_plain');
  expect(flawOfTemplate({ ...fine, parameters: ['4711', 'a\tb'] })).toBe('template_value_not_plain');
});
