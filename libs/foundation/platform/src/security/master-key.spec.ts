import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../config/config';
import { loadMasterKey, MasterKey } from './master-key';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-key-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('each purpose has a key of its own, the same at every start', () => {
  const secret = 'a secret of thirty-two characters';
  expect(new MasterKey(secret).purpose('claims')).toEqual(new MasterKey(secret).purpose('claims'));
  expect(new MasterKey(secret).purpose('claims')).not.toEqual(new MasterKey(secret).purpose('secrets'));
  expect(new MasterKey(secret).purpose('claims')).toHaveLength(32);
});

test('without a secret one is made in the data folder, for its owner alone, and found again', async () => {
  const first = await loadMasterKey({ dataDir });
  const again = await loadMasterKey({ dataDir });
  expect(again.purpose('secrets')).toEqual(first.purpose('secrets'));
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test('starts at the same time agree on one secret and leave nothing else behind', async () => {
  const keys = await Promise.all([1, 2, 3, 4].map(() => loadMasterKey({ dataDir: join(dataDir, 'new') })));
  expect(new Set(keys.map((key) => key.purpose('secrets').toString('hex'))).size).toBe(1);
  expect(await readdir(join(dataDir, 'new'))).toEqual(['secret.key']);
});

test('a configured secret needs no file', async () => {
  await loadMasterKey({ dataDir, secret: 'a secret of thirty-two characters' });
  expect(await readdir(dataDir)).toEqual([]);
});

test('a secret that is too short is refused', async () => {
  await expect(loadMasterKey({ dataDir, secret: 'short' })).rejects.toThrow(ConfigError);
});

test('a file with anything else is refused and left as it is', async () => {
  await writeFile(join(dataDir, 'secret.key'), '');
  await expect(loadMasterKey({ dataDir })).rejects.toThrow(ConfigError);
  expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe('');
});

test('a data folder that cannot be is refused in one sentence', async () => {
  await writeFile(join(dataDir, 'file'), '');
  await expect(loadMasterKey({ dataDir: join(dataDir, 'file') })).rejects.toThrow(ConfigError);
});
