import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { version } from './version';

test('the version that is told is that of the package', () => {
  const file = readFileSync(resolve(__dirname, '../../../../package.json'), 'utf8');
  expect(version).toBe((JSON.parse(file) as { version: string }).version);
});
