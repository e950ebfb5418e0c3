import fc from 'fast-check';
import { EventLines } from './event-lines';

const stream = ': hello\r\ndata: {"a":"é€"}\r\n\r\nevent: x\ndata:second\n\ndata: [DONE]';

test('reads the same data however the bytes are cut into pieces', () => {
  const bytes = Buffer.from(stream);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 6 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const lines = new EventLines();
      const data = at.slice(1).flatMap((to, index) => lines.push(bytes.subarray(at[index], to)));
      expect([...data, ...lines.end()]).toEqual(['{"a":"é€"}', 'second', '[DONE]']);
    }),
  );
});

test('drops a line that never ends', () => {
  const lines = new EventLines();
  for (let index = 0; index < 12; index++) lines.push(Buffer.alloc(200_000, 'x'));
  expect(lines.push(Buffer.from('\ndata: y\n'))).toEqual(['y']);
});

test('keeps Unicode line separators as part of the data', () => {
  expect(new EventLines().push(Buffer.from('data: a\u2028b\u2029c\n'))).toEqual(['a\u2028b\u2029c']);
});
