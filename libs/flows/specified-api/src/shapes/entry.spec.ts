import { fileAt, filePathOf } from './entry';

const [message, asset] = ['0c0ffee0-0000-4000-8000-000000000006', '0c0ffee0-0000-4000-8000-000000000007'];

test('the path of a file names its message and itself', () => {
  expect(fileAt(filePathOf(message, asset))).toEqual({ messageId: message, assetId: asset });
});

test.each([
  '',
  '/',
  `/api/v3/assets/${message}`,
  `/api/v3/assets/${message}/${asset}/bytes`,
  `/api/v3/assets/${message}/../${asset}`,
  `https://elsewhere.example/api/v3/assets/${message}/${asset}`,
  '/etc/passwd',
])('%s is the path of no file', (path) => {
  expect(fileAt(path)).toBeNull();
});
