import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RemotePictures } from './remote-picture';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

let server: Server | undefined;

afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))));

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://pictures.example:${(server.address() as AddressInfo).port}/a.png`;
}

/** A service that resolves every host name to this machine, whose address it allows. */
function pictures(): RemotePictures {
  const all = new RemotePictures();
  all.resolve = () => Promise.resolve(['127.0.0.1']);
  all.isAllowed = () => true;
  return all;
}

test('fetches an image without telling its server about the reader', async () => {
  let headers: unknown;
  const url = await serve((request, response) => {
    headers = request.headers;
    response.end(png);
  });
  expect(await pictures().fetch(url)).toEqual({ bytes: png, contentType: 'image/png' });
  expect(Object.keys(headers as object).sort()).toEqual(['accept', 'connection', 'host', 'user-agent']);
});

test('follows a redirect, and checks the redirect’s address like the first one', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/there') return void response.end(png);
    response.writeHead(302, { location: '/there' }).end();
  });
  expect((await pictures().fetch(url)).contentType).toBe('image/png');
  const guarded = pictures();
  let asked = 0;
  guarded.isAllowed = () => asked++ === 0;
  await expect(guarded.fetch(url)).rejects.toThrow();
});

test.each<[string, RequestListener]>([
  ['a response that is not a picture', (_, response) => response.end('<script>alert(1)</script>')],
  ['an SVG', (_, response) => response.setHeader('Content-Type', 'image/svg+xml').end('<svg/>')],
  ['an error response', (_, response) => response.writeHead(500).end(png)],
  ['an endless redirect', (_, response) => response.writeHead(302, { location: '/a.png' }).end()],
  [
    'a picture that is too large',
    (_, response) => response.end(Buffer.concat([png, Buffer.alloc(6_000_000)])),
  ],
])('does not show %s', async (_, answer) => {
  await expect(pictures().fetch(await serve(answer))).rejects.toThrow();
});

test.each([
  'http://127.0.0.1/a.png',
  'http://[::1]/a.png',
  'http://169.254.169.254/latest/meta-data',
  'http://10.0.0.1/a.png',
  'https://user:password@shop.example/a.png',
  'file:///etc/hostname',
  'no address',
])('does not request the URL %s', async (url) => {
  await expect(new RemotePictures().fetch(url)).rejects.toThrow();
});

test('does not request a host name that resolves to an address of the internal network', async () => {
  const all = new RemotePictures();
  all.resolve = () => Promise.resolve(['93.184.216.34', '10.0.0.1']);
  await expect(all.fetch('https://shop.example/a.png')).rejects.toThrow();
});
