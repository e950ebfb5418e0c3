import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Double } from '@parley/testing/s3/s3-double';
import { LocalStorage } from './local-storage';
import { S3Storage } from './s3-storage';
import type { Storage } from './storage';
import { CACHE_MS, storageHealth } from './storage-health';

const folder = mkdtempSync(join(tmpdir(), 'parley-storage-health-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('passes for a writable folder and leaves no file', async () => {
  const storage = new LocalStorage(join(folder, 'files'), Buffer.alloc(32));
  expect(await storageHealth(storage).check()).toEqual({ ok: true });
  const files = [];
  for await (const file of storage.list()) files.push(file);
  expect(files).toEqual([]);
});

test('fails for a folder that is not writable, and names it', async () => {
  writeFileSync(join(folder, 'file'), '');
  const health = storageHealth(new LocalStorage(join(folder, 'file/files'), Buffer.alloc(32)));
  expect(await health.check()).toEqual({
    ok: false,
    detail: expect.stringMatching(/^The folder .*file\/files cannot be written \(E\w+\): /),
  });
});

test('passes for a bucket that responds, and fails without its keys for one that is down', async () => {
  const double = await S3Double.start();
  const storage = new S3Storage(double.settings('bucket'));
  let now = 0;
  const health = storageHealth(storage, () => now);
  expect(await health.check()).toEqual({ ok: true });
  double.stop();
  expect(await health.check()).toEqual({ ok: true });
  now = CACHE_MS;
  const { ok, detail } = await health.check();
  expect({ ok, detail }).toEqual({ ok: false, detail: expect.stringContaining('does not answer') });
  expect(detail).not.toContain('secret');
});

test('fails for a bucket that never responds, before the readiness check itself times out', async () => {
  const silent = createServer(() => undefined).listen(0);
  await once(silent, 'listening');
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const keys = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };
  const storage = new S3Storage({ endpoint, bucket: 'bucket', ...keys });
  expect(await storageHealth(storage).check()).toMatchObject({ ok: false });
  silent.closeAllConnections();
  silent.close();
});

test('runs one check for many calls within the cache time', async () => {
  let count = 0;
  const storage = { check: () => Promise.resolve(void count++) } as unknown as Storage;
  let now = 0;
  const health = storageHealth(storage, () => now);
  for (let asked = 0; asked < 50; asked++) await health.check();
  expect(count).toBe(1);
  now = CACHE_MS;
  await health.check();
  expect(count).toBe(2);
});
