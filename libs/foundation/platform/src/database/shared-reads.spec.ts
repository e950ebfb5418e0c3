import { SharedReads } from './shared-reads';

test('shares the next read among requests that wait for two running ones, and returns each its own row', async () => {
  const batches: number[][] = [];
  const reads = new SharedReads<number, string>(async (asked) => {
    batches.push(asked);
    await new Promise(setImmediate);
    return asked.map((each) => `answer ${each}`);
  });
  const answers = await Promise.all([1, 2, 3, 4, 5].map((each) => reads.read(each)));
  expect(answers).toEqual([1, 2, 3, 4, 5].map((each) => `answer ${each}`));
  expect(batches).toEqual([[1], [2], [3, 4, 5]]);
});

test('shares a statement up to a size, and reads a larger request alone', async () => {
  const batches: number[][] = [];
  const reads = new SharedReads<number, number>(
    async (asked) => {
      batches.push(asked);
      await new Promise(setImmediate);
      return asked;
    },
    { most: 5, sizeOf: (asked) => asked },
  );
  await Promise.all([1, 1, 2, 3, 9, 1].map((each) => reads.read(each)));
  expect(batches).toEqual([[1], [1], [2, 3], [9], [1]]);
});

test('fails all requests that share a failing read, and serves the next', async () => {
  let isAway = true;
  const reads = new SharedReads<number, number>((asked) =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(asked),
  );
  const failed = await Promise.allSettled([1, 2, 3].map((each) => reads.read(each)));
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  isAway = false;
  expect(await reads.read(4)).toBe(4);
});
