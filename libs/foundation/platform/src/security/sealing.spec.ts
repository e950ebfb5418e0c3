import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { open, openText, seal, sealText, Unsealable } from './sealing';

const key = randomBytes(32);

test('decrypts with the same key and place', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (bytes, place) => {
      const plaintext = Buffer.from(bytes);
      expect(open(key, seal(key, plaintext, place), place)).toEqual(plaintext);
    }),
  );
});

test('preserves text in any script', () => {
  expect(openText(key, sealText(key, 'Zoë 👋\u0000', 'a'), 'a')).toBe('Zoë 👋\u0000');
});

test('cannot be decrypted with another key or for another place', () => {
  const sealed = seal(key, Buffer.from('secret'), 'row 1');
  expect(() => open(randomBytes(32), sealed, 'row 1')).toThrow(Unsealable);
  expect(() => open(key, sealed, 'row 2')).toThrow(Unsealable);
});

test('detects a changed bit anywhere, and truncated data', () => {
  const sealed = seal(key, Buffer.from('secret'), 'a');
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index]! ^= 1;
    expect(() => open(key, changed, 'a')).toThrow(Unsealable);
    expect(() => open(key, sealed.subarray(0, index), 'a')).toThrow(Unsealable);
  }
  expect(() => openText(key, 'plain text', 'a')).toThrow(Unsealable);
});

test('encrypts the same text differently each time', () => {
  expect(sealText(key, 'secret', 'a')).not.toBe(sealText(key, 'secret', 'a'));
});
