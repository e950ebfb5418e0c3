import { S3Double } from '@parley/testing/s3/s3-double';
import { storageConformance } from './conformance';
import { S3Storage } from './s3-storage';

let double: S3Double;
let storage: S3Storage;

beforeAll(async () => {
  double = await S3Double.start();
  storage = new S3Storage(double.settings('files'));
});
afterEach(() => (double.mayList = true));
afterAll(() => double.stop());

storageConformance('S3', {
  storage: () => storage,
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

test('signs a URL for five minutes', async () => {
  const url = new URL(await storage.signedUrl('aa/b', { contentType: 'image/png', inline: true }));
  expect(url.searchParams.get('X-Amz-Expires')).toBe('300');
  expect(url.searchParams.get('response-content-disposition')).toBe('inline');
});

test('checks a bucket with keys that may not list it, and writes the probe again after a deletion', async () => {
  double.mayList = false;
  const checked = new S3Storage(double.settings('least'));
  await checked.check();
  await checked.check();
  double.objects.delete('/least/parley-check');
  await checked.check();
  double.mayList = true;
  const files: string[] = [];
  for await (const { path } of checked.list()) files.push(path);
  expect(files).toEqual([]);
});
