import { fileAt, filePathOf } from './entry';

const [message, asset] = ['0c0ffee0-0000-4000-8000-000000000006', '0c0ffee0-0000-4000-8000-000000000007'];

test('the path of a file contains the ids of its message and of the file', () => {
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
])('refuses %s as the path of a file', (path) => {
  expect(fileAt(path)).toBeNull();
});
