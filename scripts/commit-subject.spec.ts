const { faultsOfMessage } = jest.requireActual<{ faultsOfMessage: (message: string) => string[] }>(
  './support/commit-subject',
);

test.each([
  'web: Keep a tooltip open while the pointer moves within its button',
  'access: Return only public profile fields of colleagues\n\nThe team list showed addresses.',
  'libs/claims: Limit names and test titles to 72 characters',
  "Merge branch 'topic'",
])('accepts the message "%s"', (message) => {
  expect(faultsOfMessage(message)).toEqual([]);
});

test.each([
  ['an area', 'Keep a tooltip open'],
  ['a verb', 'web: What a button says describes it'],
  ['an object', 'proofs: Format'],
  ['a subject of 72 characters at most', `web: Keep ${'a tooltip open '.repeat(5)}`],
  ['one change, not two after a semicolon', 'proofs: Run smaller parts; give two alerts their time'],
  ['one change, not two verbs', 'help: Give the assistant a page and test each setting'],
  ['a subject without a full stop', 'web: Keep a tooltip open.'],
  ['a blank line before the body', 'web: Keep a tooltip open\nIt closed.'],
])('requires %s', (_, message) => {
  expect(faultsOfMessage(message)).toHaveLength(1);
});
