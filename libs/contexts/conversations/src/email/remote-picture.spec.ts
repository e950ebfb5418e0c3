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

/** Names lead to this machine, which is allowed here. */
function pictures(): RemotePictures {
  const all = new RemotePictures();
  all.resolve = () => Promise.resolve(['127.0.0.1']);
  all.isAllowed = () => true;
  return all;
}

test('a picture is fetched, and its server learns nothing of who reads', async () => {
  let headers: unknown;
  const url = await serve((request, response) => {
    headers = request.headers;
    response.end(png);
  });
  expect(await pictures().fetch(url)).toEqual({ bytes: png, contentType: 'image/png' });
  expect(Object.keys(headers as object).sort()).toEqual(['accept', 'connection', 'host', 'user-agent']);
});

test('a redirect is followed, and looked at like the first address', async () => {
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
  ['no picture', (_, response) => response.end('<script>alert(1)</script>')],
  ['a drawing', (_, response) => response.setHeader('Content-Type', 'image/svg+xml').end('<svg/>')],
  ['an error', (_, response) => response.writeHead(500).end(png)],
  ['a redirect without an end', (_, response) => response.writeHead(302, { location: '/a.png' }).end()],
  [
    'more bytes than a picture has',
    (_, response) => response.end(Buffer.concat([png, Buffer.alloc(6_000_000)])),
  ],
])('%s is not shown', async (_, answer) => {
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
])('%s is never asked', async (url) => {
  await expect(new RemotePictures().fetch(url)).rejects.toThrow();
});

test('a name that leads into our network is never asked', async () => {
  const all = new RemotePictures();
  all.resolve = () => Promise.resolve(['93.184.216.34', '10.0.0.1']);
  await expect(all.fetch('https://shop.example/a.png')).rejects.toThrow();
});
