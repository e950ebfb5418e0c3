import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { version } from './version';

test('the version is that of package.json', () => {
  const file = readFileSync(resolve(__dirname, '../../../../package.json'), 'utf8');
  expect(version).toBe((JSON.parse(file) as { version: string }).version);
});
