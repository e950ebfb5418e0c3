import type { MessageAsset } from '@parley/contracts/events';
import { fetchFile } from './fetch-file';
import type { Ask } from './http';

const connection = { apiBaseUrl: null, providerAccountId: null, businessAccountId: null, secrets: {} };
const asset: MessageAsset = { assetId: 'a', contentType: 'image/png', category: 'image' };

test.each([
  ['a host of the provider', 'https://media.api.bird.com/1', 'AccessKey secret'],
  ['a storage host that anyone may use', 'https://somebody.s3.eu-west-1.amazonaws.com/1', undefined],
  [
    'a host of the provider that resembles a storage host',
    'https://amazonaws.com.bird.com/1',
    'AccessKey secret',
  ],
])('sends the token only to hosts of the provider: %s', async (_, mediaId, told) => {
  const shown: unknown[] = [];
  const ask: Ask = (_connection, _url, { headers }) => {
    shown.push((headers as Record<string, string>).authorization);
    return Promise.resolve({ arrived: true, response: new Response('a file') });
  };
  const headers = { authorization: 'AccessKey secret' };
  const file = await fetchFile({ ...asset, mediaId }, { ask, connection, headers });
  expect(file).toMatchObject({ outcome: 'fetched', body: Buffer.from('a file') });
  expect(shown).toEqual([told]);
});
