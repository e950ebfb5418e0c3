import { v5 } from 'uuid';
import { assetIdOf } from './asset-id';

test('derives the id of a file as a standard version 5 UUID', () => {
  for (const name of ['', 'a', 'wamid.HBgL/é', 'x'.repeat(5_000)]) {
    expect(assetIdOf(name, 'media')).toBe(v5(`${name}/media`, '5f0d3c7e-8f5c-4e0a-9a3e-6a5d7f7b2c11'));
  }
});
