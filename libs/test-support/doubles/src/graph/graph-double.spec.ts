import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { graphDouble, type GraphDouble, type GraphDoubleOptions } from './graph-double';

interface Told {
  id: string;
  status: string;
  recipient_id?: string;
  biz_opaque_callback_data?: string;
  errors?: { code: number }[];
}

/** The statuses that the receiver of webhooks got, and the HTTP statuses with which it responds. */
let posted: Told[];
let answers: number[];
let server: Server;
let callbackUrl: string;

beforeEach(async () => {
  posted = [];
  answers = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const wanted = `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`;
      if (request.headers['x-hub-signature-256'] !== wanted) return response.writeHead(401).end();
      const status = answers.shift() ?? 200;
      if (status === 200) {
        const webhook = JSON.parse(body.toString()) as {
          entry: { changes: { value: { statuses: Told[] } }[] }[];
        };
        posted.push(
          ...webhook.entry.flatMap((entry) => entry.changes.flatMap(({ value }) => value.statuses)),
        );
      }
      return response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  callbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends a text to the fake and waits for the status webhooks that follow. */
async function sendTo(options: Partial<GraphDoubleOptions>, prepare?: (graph: GraphDouble) => void) {
  const graph = graphDouble({ appSecret: 'secret', callbackUrl, ...options });
  prepare?.(graph);
  const { url, close } = await graph.listen();
  const response = await fetch(`${url}/v23.0/106/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
    body: JSON.stringify({
      to: '31612345678',
      type: 'text',
      text: { body: 'Hi' },
      biz_opaque_callback_data: 'ours',
    }),
  });
  await graph.idle();
  await close();
  return { graph, response, body: (await response.json()) as { messages?: { id: string }[] } };
}

test('reports a message as sent, delivered and read, signed and in this order', async () => {
  const { body } = await sendTo({ autoStatuses: true });
  const id = body.messages?.[0]?.id;
  const about = { id, recipient_id: '31612345678', biz_opaque_callback_data: 'ours' };
  expect(posted).toMatchObject([
    { ...about, status: 'sent' },
    { ...about, status: 'delivered' },
    { ...about, status: 'read' },
  ]);
});

test('posts webhooks again while the receiver is down', async () => {
  answers = [503, 500];
  await sendTo({ autoStatuses: true });
  expect(posted.map(({ status }) => status)).toEqual(['sent', 'delivered', 'read']);
});

test('accepts a message and reports it as failed', async () => {
  const { response } = await sendTo({}, (graph) => graph.declineNext(131026));
  expect(response.status).toBe(200);
  expect(posted).toMatchObject([{ status: 'failed', errors: [{ code: 131026 }] }]);
});

test('refuses every message to a chosen recipient', async () => {
  const { graph, response } = await sendTo({ autoStatuses: true }, (double) =>
    double.failFor('31612345678', { code: 131030 }),
  );
  expect(response.status).toBe(400);
  expect(graph.sends).toEqual([]);
  expect(graph.refused).toHaveLength(1);
  expect(posted).toEqual([]);
});

test('posts a status on demand, any number of times', async () => {
  const { graph } = await sendTo({});
  const [sent] = graph.sends;
  expect(await graph.postStatus(sent!, 'delivered', { times: 3 })).toEqual([200, 200, 200]);
  expect(posted.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
});

test('serves an image for an unknown file if it is set to invent files', async () => {
  const graph = graphDouble({ appSecret: 'secret', inventMedia: true });
  const { url, close } = await graph.listen();
  const headers = { authorization: 'Bearer token' };
  const described = (await (await fetch(`${url}/v23.0/65463453`, { headers })).json()) as { url: string };
  const file = await fetch(described.url, { headers });
  expect(file.headers.get('content-type')).toBe('image/png');
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  await close();
});

test('can be mounted in another server, below a path', async () => {
  const graph = graphDouble({ appSecret: 'secret', accessToken: 'token' });
  const id = graph.addMedia(Buffer.from('a picture'), 'image/png');
  const host = express().use('/demo/graph', graph.app).listen(0, '127.0.0.1');
  await new Promise((resolve) => host.once('listening', resolve));
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/demo/graph`;
  const headers = { authorization: 'Bearer token' };
  const described = (await (await fetch(`${url}/v23.0/${id}`, { headers })).json()) as { url: string };
  expect(described.url).toBe(`${url}/files/${id}`);
  expect(await (await fetch(described.url, { headers })).text()).toBe('a picture');
  expect((await fetch(described.url)).status).toBe(401);
  expect(await (await fetch(`${url}/double/sends`, { headers })).json()).toEqual({ sends: [] });
  host.closeAllConnections();
  host.close();
});
