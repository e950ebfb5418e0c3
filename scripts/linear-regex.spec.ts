const { superLinear } = jest.requireActual<{ superLinear: (source: string, flags: string) => string | null }>(
  './support/linear-regex',
);

test.each([
  ['nested repetitions', '^(a+)+$', ''],
  ['neighbours that share characters', '^\\s*\\+?[\\d\\s]+$', ''],
  ['lazy text between blanks', '\\{\\{\\s*([^{}]*?)\\s*\\}\\}', 'g'],
  ['a search for a trailing run', '\\/+$', ''],
  ['a search that begins within its repetition', '<[^>]*>', 'g'],
  ['a beginning of several characters within the repetition', '<img\\b[^>]*>', 'g'],
  ['two repetitions around a word of both', '^tel:[^\\s"]*\\{number\\}[^\\s"]*$', 'i'],
  ['line beginnings within the repetition', '^FN[^:]*:', 'm'],
])('reports %s', (_, source, flags) => {
  expect(superLinear(source, flags)).not.toBeNull();
});

test.each([
  ['bounded repetitions', '^[a-z0-9_]{1,512}$', ''],
  ['an anchored run', '^[\\d\\s()]+$', ''],
  ['a trailing run that begins at its first character', '(?<!\\/)\\/+$', ''],
  ['a repetition that excludes its beginning', '<[^<>]*>', 'g'],
  ['a repetition that cannot fail', 'https?:\\/\\/[^\\s<>"]+', 'g'],
  ['repetitions kept apart by another character', '^[^@\\s]+@[^@\\s]+$', ''],
  ['line beginnings outside the repetition', '^FN[^:\\r\\n\\u2028\\u2029]*:', 'm'],
])('accepts %s', (_, source, flags) => {
  expect(superLinear(source, flags)).toBeNull();
});
