import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { uniqueNames, zipOf, type Zipped } from './zip';

const file = (fileName: string | null, text: string): Zipped => ({
  ...{ fileName, contentType: 'image/jpeg', category: 'image', time: new Date('2026-05-01T10:00:00Z') },
  open: () => Promise.resolve(Readable.from([Buffer.from(text)])),
});

it('gives files unique names, even if their names differ in case only', () => {
  expect(uniqueNames(['a.jpg', 'b', 'A.JPG', 'a.jpg', 'b', 'a (2).jpg', '.env'])).toEqual([
    ...['a.jpg', 'b', 'A (2).JPG', 'a (3).jpg', 'b (2)', 'a (2) (2).jpg', '.env'],
  ]);
});

it('a ZIP file contains every file in full, under a name that cannot lead out of the folder', async () => {
  const zip = await buffer(zipOf([file('../../a.jpg', 'first words'), file(null, 'second words')]));
  const text = zip.toString('latin1');
  expect(text.startsWith('PK')).toBe(true);
  expect(text).toContain('first words');
  expect(text).toContain('second words');
  expect(text).toContain('image.jpeg');
  expect(text).not.toContain('../');
});

it('a ZIP file opens one source file at a time', async () => {
  let open = 0;
  let most = 0;
  const slow = (): Zipped => ({
    ...file('a', 'x'),
    open: () => {
      most = Math.max(most, ++open);
      const stream = Readable.from([Buffer.alloc(100_000)]);
      stream.once('end', () => open--);
      return Promise.resolve(stream);
    },
  });
  await buffer(zipOf(Array.from({ length: 5 }, slow)));
  expect(most).toBe(1);
});

it('a ZIP file fails if a source file cannot be read', async () => {
  const missing = { ...file('a', ''), open: () => Promise.reject(new Error('gone')) };
  await expect(buffer(zipOf([file('b', 'x'), missing]))).rejects.toThrow('gone');
});
