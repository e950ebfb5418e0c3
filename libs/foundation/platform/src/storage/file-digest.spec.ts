import { createHash, randomBytes } from 'node:crypto';
import { digestOfFile } from './file-digest';

const MB = 1024 * 1024;

test.each([0, 1, 8 * MB, 8 * MB + 1, 20 * MB])(
  'gives the same hash of %d bytes as hashing them in one piece',
  async (length) => {
    const body = randomBytes(length);
    expect(await digestOfFile(body)).toEqual(createHash('sha256').update(body).digest());
  },
);

test('lets other work run after each 8 MB', async () => {
  let [turns, isDone] = [0, false];
  const turn = () => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await digestOfFile(Buffer.alloc(64 * MB));
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(7);
});
