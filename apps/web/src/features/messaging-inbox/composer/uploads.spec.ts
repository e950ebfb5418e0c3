import { addFiles, mayRetry, uploads } from './uploads';

test('an empty file is refused at once, and trying again would not help', () => {
  addFiles('chat', () => 1_000, [new File([], 'empty.txt', { type: 'text/plain' })]);
  const [item] = uploads.get('chat');
  expect(item).toMatchObject({ code: 'file_empty', asset: null });
  expect(item && mayRetry(item)).toBe(false);
});
