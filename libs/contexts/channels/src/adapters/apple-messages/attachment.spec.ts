import { decrypted, encrypted } from './attachment';

test.each([0, 1, 20 * 1024 * 1024])('decrypts a file of %d bytes to the original', async (length) => {
  const file = Buffer.alloc(length, 'file');
  const { body, key } = encrypted(file);
  expect((await decrypted(body, key))?.equals(file)).toBe(true);
});

test('lets other work run after each 8 MB of decryption', async () => {
  const { body, key } = encrypted(Buffer.alloc(64 * 1024 * 1024));
  let [turns, isDone] = [0, false];
  const turn = () => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await decrypted(body, key);
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(7);
});

test('refuses a malformed key', async () => {
  expect(await decrypted(Buffer.from('file'), '00ab')).toBeNull();
});
