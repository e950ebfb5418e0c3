import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { cutSlowConnections } from './slow-connections';

const PATIENCE = 200;
let server: Server;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  server = createServer((request, response) => {
    request.resume().once('end', () => response.end('done'));
  });
  cutSlowConnections(server, 3, PATIENCE);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const port = () => (server.address() as AddressInfo).port;

async function say(text: string): Promise<Socket> {
  const socket = connect(port(), '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** @returns everything that the server sends until it closes the connection */
async function heard(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  return text;
}

const post = (type: string) =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n`;

/** Writes this number of bytes every 20 ms. */
function trickle(socket: Socket, bytes: number): void {
  const timer = setInterval(() => socket.write('x'.repeat(bytes)), 20);
  socket.once('close', () => clearInterval(timer));
}

test.each([
  ['sends nothing', ''],
  ['never ends its headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['never ends the handshake of a socket', 'GET /socket.io/ HTTP/1.1\r\nUpgrade: websocket\r\n'],
])('cuts a connection that %s', async (_, text) => {
  const socket = await say(text);
  const begun = performance.now();
  expect(await heard(socket)).toMatch(/^(HTTP\/1\.1 408 |$)/);
  expect(performance.now() - begun).toBeLessThan(PATIENCE + 1_500);
});

test('responds with 408 to a body that trickles in, and cuts the connection', async () => {
  const socket = await say(post('application/json'));
  trickle(socket, 1);
  expect(await heard(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test('an upload may take longer than the limit while its bytes arrive fast, and is cut once they trickle', async () => {
  const socket = await say(post('multipart/form-data; boundary=x'));
  const begun = performance.now();
  const fast = setInterval(() => socket.write('x'.repeat(2_000)), 20);
  await new Promise((resolve) => setTimeout(resolve, 3 * PATIENCE));
  expect(socket.readyState).toBe('open');
  clearInterval(fast);
  trickle(socket, 1);
  expect(await heard(socket)).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - begun).toBeGreaterThan(3 * PATIENCE);
});

test('responds to a body that was sent in time, even if the response takes long', async () => {
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    request.resume().once('end', () => setTimeout(() => response.end('late'), 2 * PATIENCE));
  });
  cutSlowConnections(server, 3, PATIENCE);
  const request = httpRequest({ port: port(), method: 'POST', headers: { 'Content-Length': 2 } }).end('{}');
  const [response] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }];
  expect(response.statusCode).toBe(200);
  response.resume();
});

test('closes a connection above the maximum immediately', async () => {
  const open = [await say(''), await say(''), await say('')];
  expect(await heard(await say('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))).toBe('');
  expect(open.every(({ readyState }) => readyState === 'open')).toBe(true);
});
