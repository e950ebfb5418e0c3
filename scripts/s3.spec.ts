import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageConformance } from '@parley/platform/storage/conformance';
import { S3Storage } from '@parley/platform/storage/s3-storage';
import { freePort, missingTools } from './support/kafka';
import { BUCKET, S3Server } from './support/s3';

const missing = missingTools();
const onServer = missing.length === 0 ? describe : describe.skip;

// These tests use a real server; other tests use the fake. S3Mock does not check signatures, but the fake does.
onServer(`S3Mock${missing.length > 0 ? ` (did not run: no ${missing.join(' and no ')} here)` : ''}`, () => {
  let folder: string;
  let server: S3Server;
  let storage: S3Storage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-s3-'));
    server = new S3Server(folder);
    const endpoint = `http://127.0.0.1:${await server.up(await freePort())}`;
    storage = new S3Storage({
      ...{ endpoint, bucket: BUCKET, region: 'us-east-1', accessKeyId: 'any', secretAccessKey: 'any' },
    });
  }, 240_000);
  afterAll(async () => {
    await server.down();
    await rm(folder, { recursive: true });
  }, 60_000);

  storageConformance('S3Mock', {
    storage: () => storage,
    checksSignatures: false,
    async fetch(url) {
      const response = await fetch(url);
      return {
        status: response.status,
        body: Buffer.from(await response.arrayBuffer()),
        contentType: response.headers.get('content-type'),
        disposition: response.headers.get('content-disposition'),
      };
    },
  });

  test('reports the error of a missing bucket', async () => {
    const settings = { region: 'us-east-1', accessKeyId: 'any', secretAccessKey: 'any' };
    const endpoint = `http://127.0.0.1:${server.running()!.port}`;
    const elsewhere = new S3Storage({ endpoint, bucket: 'no-such-bucket', ...settings });
    await expect(elsewhere.put('aa/b', Buffer.from('x'), 'text/plain')).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
  });
});
