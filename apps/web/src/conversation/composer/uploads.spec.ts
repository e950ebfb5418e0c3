import { mayRetry, Uploads } from './uploads';

test('refuses an empty file at once and offers no retry', () => {
  const uploads = new Uploads('/files');
  uploads.add([new File([], 'empty.txt', { type: 'text/plain' })], () => 1_000);
  const [item] = uploads.items.get();
  expect(item).toMatchObject({ code: 'file_empty', asset: null });
  expect(item && mayRetry(item)).toBe(false);
});
