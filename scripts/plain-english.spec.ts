import { Linter } from 'eslint';

const { EXCEPTIONS, problemsOfComment, problemsOfTestName, rule } = jest.requireActual<{
  EXCEPTIONS: [text: string, reason: string][];
  problemsOfComment: (comment: string) => string[];
  problemsOfTestName: (name: string) => string[];
  rule: object;
}>('./support/plain-english');

test.each([
  ['a clause in the place of the subject', 'What is held is signed when it goes out.'],
  ['a clause that opens the second sentence', 'A message waits. Whoever comes next sends it.'],
  ['a pronoun in the place of the subject', 'It goes on elsewhere.'],
  ['a genitive without a noun', 'Of its entries, the newest first.'],
  [
    'a sentence that begins after a line break',
    'Sends the survey.\n * Where it is answered, the rating counts.',
  ],
  ['a description of a parameter', '@param after what was read before'],
  ['a description of an error', '@throws Rejected where the channel is gone'],
  ['a description of a result within a line', 'Reads a row. @returns what the row holds'],
  ['a verb of speech', 'A window is told its status.'],
  ['an indefinite actor', 'A contact is asked, and nobody is asked twice.'],
  ['an archaic adverb', 'The row is read anew.'],
  ['an archaic phrase', 'The row is no more in the list.'],
  ['"one" as the actor', 'The list stays where one left it.'],
])('refuses %s in a comment', (_, comment) => {
  expect(problemsOfComment(comment)).not.toEqual([]);
});

test.each([
  ['a noun as the subject', 'Held messages are signed on release.'],
  ['a verb in the third person', 'Returns the row of an id. @returns null if there is no such row'],
  ['a word of the list within code', 'The flag `told` is set once the webhook was sent.'],
  ['a word of the list within a quotation', 'The menu item "What is new" opens the changelog.'],
  ['"one" as a number', 'One message per contact is sent; if one process dies, another continues.'],
  ['"no more than" as a bound', 'The queue holds no more than 1,000 rows.'],
  ['a clause in the middle of a sentence', 'The worker retries messages that the provider refused.'],
  ['a list after a colon', 'A view needs two things: that table, and of the log its head.'],
])('accepts %s in a comment', (_, comment) => {
  expect(problemsOfComment(comment)).toEqual([]);
});

test.each(['that comes twice is one', 'what nobody knows is refused', 'it is sent once'])(
  'refuses the test name "%s"',
  (name) => {
    expect(problemsOfTestName(name)).not.toEqual([]);
  },
);

test.each(['counts a rating once when it is delivered twice', 'rejects joining when no message is selected'])(
  'accepts the test name "%s"',
  (name) => {
    expect(problemsOfTestName(name)).toEqual([]);
  },
);

test('the rule reports comments and names of tests with their lines, and joins lines of one comment', () => {
  const linter = new Linter();
  const code = [
    '// The worker sends it',
    '// anew after a crash.',
    'const message = 1;',
    'test.each([message])(`what ${message} is`, () => {});',
    "test('told', () => {});",
  ].join('\n');
  const config = {
    plugins: { parley: { rules: { 'plain-english': rule } } },
    rules: { 'parley/plain-english': 'error' },
  };
  const found = linter.verify(code, config as Linter.Config);
  expect(found.map(({ line, endLine }) => [line, endLine])).toEqual([
    [1, 2],
    [4, 4],
  ]);
});

test('exceptions are few, and each has a reason', () => {
  expect(EXCEPTIONS.length).toBeLessThanOrEqual(30);
  for (const [text, reason] of EXCEPTIONS)
    expect([text.length > 0, reason.length > 10]).toEqual([true, true]);
});
