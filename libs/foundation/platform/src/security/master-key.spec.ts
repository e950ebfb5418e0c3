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

test('derives a different key for each purpose, which is the same at every start', () => {
  const secret = 'a secret of thirty-two characters';
  expect(new MasterKey(secret).purpose('claims')).toEqual(new MasterKey(secret).purpose('claims'));
  expect(new MasterKey(secret).purpose('claims')).not.toEqual(new MasterKey(secret).purpose('secrets'));
  expect(new MasterKey(secret).purpose('claims')).toHaveLength(32);
});

test('creates a secret in the data folder that only its owner can read, and reads it again', async () => {
  const first = await loadMasterKey({ dataDir });
  const again = await loadMasterKey({ dataDir });
  expect(again.purpose('secrets')).toEqual(first.purpose('secrets'));
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test('uses the same secret in all processes that start at the same time, and leaves no other file', async () => {
  const keys = await Promise.all([1, 2, 3, 4].map(() => loadMasterKey({ dataDir: join(dataDir, 'new') })));
  expect(new Set(keys.map((key) => key.purpose('secrets').toString('hex'))).size).toBe(1);
  expect(await readdir(join(dataDir, 'new'))).toEqual(['secret.key']);
});

test('needs no file if a secret is configured', async () => {
  await loadMasterKey({ dataDir, secret: 'a secret of thirty-two characters' });
  expect(await readdir(dataDir)).toEqual([]);
});

test('refuses a secret that is too short', async () => {
  await expect(loadMasterKey({ dataDir, secret: 'short' })).rejects.toThrow(ConfigError);
});

test('refuses a file with other content and leaves it unchanged', async () => {
  await writeFile(join(dataDir, 'secret.key'), '');
  await expect(loadMasterKey({ dataDir })).rejects.toThrow(ConfigError);
  expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe('');
});

test('refuses an unusable data folder with an error of one sentence', async () => {
  await writeFile(join(dataDir, 'file'), '');
  await expect(loadMasterKey({ dataDir: join(dataDir, 'file') })).rejects.toThrow(ConfigError);
});
