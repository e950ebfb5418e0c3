import { checkJsonShape } from './json-shape';

const bounds = { depth: 3, entries: 4 };
const check = (text: string) => () => checkJsonShape(Buffer.from(text), bounds);

test('accepts texts up to the depth and length, with any characters in strings', () => {
  for (const text of [
    '',
    '1',
    '[[[1]]]',
    '[[],[],[],[]]',
    '{"a":{"b":[1,2,3,4]}}',
    '"[[[[{{{{,,,,,"',
    'no JSON',
  ]) {
    expect(check(text)).not.toThrow();
  }
  expect(check(JSON.stringify({ '[\\"[{': '\\', 'b"[[[[': '",,,,,,\\"' }))).not.toThrow();
});

test('refuses deeper texts, however deep they are', () => {
  for (const text of ['[[[[1]]]]', '{"a":[{"b":{}}]}', '['.repeat(1_000_000), '{"a":'.repeat(3_000)]) {
    expect(check(text)).toThrow('invalid_input: deeper than 3 levels');
  }
});

test('refuses an object or list with more entries, anywhere in the text', () => {
  for (const text of ['[1,2,3,4,5]', '{"a":[[1,2,3,4,5]]}', '{"a":1,"b":2,"c":3,"d":4,"e":5}']) {
    expect(check(text)).toThrow('invalid_input: more than 4 entries in one place');
  }
});
