import express from 'express';
import request from 'supertest';
import { makeLogger } from '../telemetry/logging';
import { processMetrics } from '../telemetry/metrics';
import { currentCorrelation } from '../telemetry/correlation';
import { measureRequests } from './http-metrics';
import { identifyRequest } from './request-id';

const uuid = /^[0-9a-f-]{36}$/;
let peer = '127.0.0.1';
const app = express();
app.use((request, _response, next) => {
  Object.defineProperty(request.socket, 'remoteAddress', { value: peer, configurable: true });
  next();
});
app.use(measureRequests, identifyRequest(['10.0.0.0/8']));
app.get('/api/things/:id', (_, response) => {
  setImmediate(() => {
    makeLogger({ PARLEY_LOG: 'json' }).warn('careful', 'Things');
    makeLogger({}).warn('careful', 'Things');
    response.json({ id: currentCorrelation() });
  });
});

let lines: string[];
beforeEach(() => {
  lines = [];
  peer = '127.0.0.1';
  processMetrics.resetMetrics();
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => jest.restoreAllMocks());

test('puts the id of a request into its response and every log line', async () => {
  const { headers, body } = await request(app).get('/api/things/7');
  const id = headers['x-request-id']!;
  expect(id).toMatch(uuid);
  expect(body).toEqual({ id });
  expect(JSON.parse(lines[0]!)).toMatchObject({ message: 'careful', correlationId: id });
  expect(lines[1]).toMatch(new RegExp(`\\[Things\\] careful.* \\[${id}\\]\\n$`));
});

test.each(['10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', '::1'])(
  'keeps the request id that the gateway at %s has set',
  async (gateway) => {
    peer = gateway;
    const { headers } = await request(app).get('/api/things/7').set('x-request-id', '7f3a9c01d2e4b5a6');
    expect(headers['x-request-id']).toBe('7f3a9c01d2e4b5a6');
  },
);

test.each([{}, { 'x-forwarded-for': '10.1.2.3' }])(
  'ignores the request id that any other client has set, with headers %j',
  async (more) => {
    peer = '192.0.2.1';
    const asked = { ...more, 'x-request-id': '7f3a9c01d2e4b5a6' };
    const { headers } = await request(app).get('/api/things/7').set(asked);
    expect(headers['x-request-id']).toMatch(uuid);
  },
);

test.each([
  'short',
  'with space in it',
  `${'x'.repeat(65)}`,
  '<script>alert(1)</script>',
  '../../../etc/passwd',
])('rejects %j as an id', async (given) => {
  const { headers } = await request(app).get('/api/things/7').set('x-request-id', given);
  expect(headers['x-request-id']).toMatch(uuid);
});

test('counts requests by route, for any number of ids and unknown paths', async () => {
  for (let nth = 0; nth < 20; nth++) {
    await request(app).get(`/api/things/${nth}`);
    await request(app).get(`/wp-admin/${nth}.php`);
  }
  const found = await processMetrics.getSingleMetric('parley_http_requests_total')!.get();
  expect(found.values.map(({ labels, value }) => [labels, value])).toEqual([
    [{ method: 'GET', route: '/api/things/:id', status: '200' }, 20],
    [{ method: 'any', route: 'unmatched', status: '404' }, 20],
  ]);
});
