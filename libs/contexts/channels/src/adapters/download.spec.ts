import type { Connection } from './adapter';
import { download } from './download';
import type { Ask } from './http';

const connection: Connection = {
  apiBaseUrl: null,
  providerAccountId: null,
  businessAccountId: null,
  secrets: {},
};
const limits = { maxBytes: 100, timeoutMs: 100 };

/**
 * Downloads from the first address; each address redirects to the next, the last returns a file.
 * @returns the file, and each address with the token sent to it
 */
async function follow(addresses: string[]) {
  const shown: [string, unknown][] = [];
  const ask: Ask = (_, url, { headers }) => {
    shown.push([url, (headers as Record<string, string>).authorization]);
    const next = addresses[addresses.indexOf(url) + 1];
    const response = next
      ? new Response(null, { status: 307, headers: { location: next } })
      : new Response('a file');
    return Promise.resolve({ arrived: true, response });
  };
  const headers = { authorization: 'Basic token' };
  const file = await download({ ask, connection, headers, limits }, addresses[0]!);
  return { file: Buffer.isBuffer(file) ? file.toString() : file, shown };
}

test('sends the token along redirects within an origin, and never again after a redirect to another origin', async () => {
  const within = ['https://api.acme.example/1', 'https://api.acme.example/2'];
  const beyond = [...within, 'https://cdn.acme.example/3', 'https://api.acme.example/4'];
  expect(await follow(beyond)).toEqual({
    file: 'a file',
    shown: [
      [beyond[0], 'Basic token'],
      [beyond[1], 'Basic token'],
      [beyond[2], undefined],
      [beyond[3], undefined],
    ],
  });
});
