import { shownAs } from './files';

test.each([
  ['image', 'image/png', null, 'picture'],
  ['sticker', 'video/webm', null, 'film'],
  ['video', 'video/mp4', null, 'film'],
  ['voice', 'audio/ogg', null, 'sound'],
  ['document', 'application/pdf', 'a.pdf', 'pdf'],
  ['document', 'text/html; charset=utf-8', 'a.html', 'text'],
  ['image', 'image/svg+xml', 'a.svg', 'text'],
  ['document', 'application/octet-stream', 'notes.log', 'text'],
  ['document', 'application/octet-stream', 'a.zip', null],
  ['document', 'application/octet-stream', 'a.pdf', null],
] as const)('shows a %s of type %s named %s as %s', (category, contentType, fileName, shown) => {
  const asset = { id: 'a', category, contentType, fileName, size: 1, state: 'stored' } as const;
  expect(shownAs(asset)).toBe(shown);
});
