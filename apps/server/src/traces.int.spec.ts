import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { loadConfig } from '@parley/platform/config/config';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { eventually } from '@parley/testing/waiting/eventually';
import { demoWhatsapp } from '@parley/demo/demo-channels';
import { tokenFor } from '@parley/embedded/identity/demo-token';
import { freePort } from '@parley/platform/http/free-port';
import { startServer, type RunningServer } from './server';
import { migrations } from './migrations';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
}

const requestId = '0b7a1c52-6f0e-4a55-9d0a-7b1f2f0c5a01';
const traceId = requestId.replaceAll('-', '');
const data = mkdtempSync(join(tmpdir(), 'parley-traces-'));
const spans: Span[] = [];

/** A fake of a trace collector, which stores the spans that it receives. */
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
    };
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
}).listen(0);

let database: TestDatabase;
let server: RunningServer;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  database = await testDatabase(migrations);
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  // The exporter reads these variables from the process.
  Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '50' });
  env = {
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    PARLEY_SECRET: 'only ever used by tests, 32 characters',
    PARLEY_DATA: data,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: '1',
  };
  server = await startServer(loadConfig(env));
}, 120_000);

afterAll(async () => {
  await server.close();
  collector.closeAllConnections();
  collector.close();
  await database.drop();
  rmSync(data, { recursive: true, force: true });
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  delete process.env.OTEL_BSP_SCHEDULE_DELAY;
});

test('a webhook is one trace, from the request to the push, with the id of the webhook’s response', async () => {
  const { publicUrl } = server.config;
  const token = await tokenFor(['sanne@harbour.example'], env);
  const socket = io(publicUrl, { transports: ['websocket'], auth: { token } });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const pushed = new Promise<void>((resolve) => socket.once('push', () => resolve()));

  const body = JSON.stringify(webhook);
  const signature = createHmac('sha256', demoWhatsapp.secrets['app-secret']).update(body).digest('hex');
  const response = await fetch(`${publicUrl}/ingress/whatsapp-cloud/${demoWhatsapp.id}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${signature}`,
      'x-request-id': requestId,
    },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('x-request-id')).toBe(requestId);
  await pushed;
  socket.close();

  const wanted = [
    'POST /ingress/:provider/:channelId',
    'publish channels.inbound.v1',
    'process channels.inbound.v1',
    'append conversation',
    'append message',
    'project inbox',
    'project transcript',
    'push inbox',
  ];
  await eventually('the trace has all wanted spans', () =>
    wanted.every((name) => ofTrace().some((span) => span.name === name)),
  );
  const [root] = ofTrace().filter(({ name }) => name === wanted[0]);
  expect(root?.parentSpanId).toBeUndefined();
  const ids = new Set(ofTrace().map(({ spanId }) => spanId));
  const orphans = ofTrace().filter((span) => span !== root && !ids.has(span.parentSpanId ?? ''));
  expect(orphans).toEqual([]);
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from event_log.event where metadata ->> 'correlationId' = $1`,
    [requestId],
  );
  expect(rows[0]!.count).toBeGreaterThanOrEqual(3);
}, 60_000);

test('spans contain no personal data', () => {
  expect(spans.length).toBeGreaterThan(8);
  expect(JSON.stringify(spans)).not.toMatch(/Ana Ruiz|34612345678|where is my order/);
});

const ofTrace = () => spans.filter((span) => span.traceId === traceId);

const webhook = {
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '1',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { phone_number_id: '1122334455667' },
            contacts: [{ profile: { name: 'Ana Ruiz' }, wa_id: '34612345678' }],
            messages: [
              {
                from: '34612345678',
                id: 'wamid.traced',
                timestamp: String(Math.floor(Date.now() / 1000)),
                type: 'text',
                text: { body: 'Hi, where is my order?' },
              },
            ],
          },
        },
      ],
    },
  ],
};
