import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppConnect } from '@parley/contracts/api/apps';
import type { Config } from '@parley/platform/config/config';
import { AppAddresses } from '../proxy/app-addresses';
import type { RunningApp } from '../read/apps.queries';
import type { AppSecrets } from '../write/app-secrets';
import { GrantRefused, TokenEndpoint } from './token-endpoint';

let server: Server;
let host: string;
let served: { status: number; body: string };

beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(served.status).end(served.body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

/** Refreshes a token at a service with this answer. Returns the new token, or the failure's code. */
async function outcomeOf(status: number, answer: object | string): Promise<string> {
  served = { status, body: typeof answer === 'string' ? answer : JSON.stringify(answer) };
  const config = { appsAllowedHosts: ['127.0.0.1'], publicUrl: 'https://parley.example', port: 1 };
  const endpoint = new TokenEndpoint(new AppAddresses(config as Config), {} as AppSecrets);
  const app = { manifest: { settings: [], hosts: [host] }, settings: {} } as unknown as RunningApp;
  const connect = { clientId: 'parley', tokenUrl: `http://${host}/token` } as AppConnect;
  return endpoint.exchange(app, connect, { grant_type: 'refresh_token', refresh_token: 'one' }).then(
    ({ access }) => access,
    (error: { code?: string }) => (error instanceof GrantRefused ? 'refused' : error.code!),
  );
}

describe('the answer of a service to a refresh token', () => {
  it('the response to a refresh token contains a new token', async () => {
    expect(await outcomeOf(200, { access_token: 'two' })).toBe('two');
  });

  it.each([400, 401, 403, 200])(
    'the error invalid_grant ends the connection, with status %i',
    async (status) => {
      expect(await outcomeOf(status, { error: 'invalid_grant' })).toBe('refused');
    },
  );

  it.each([
    ...['invalid_client', 'invalid_request', 'invalid_scope'],
    ...['unauthorized_client', 'unsupported_grant_type'],
  ])('reports wrong settings for the error %s', async (error) => {
    expect(await outcomeOf(400, { error })).toBe('app_connect_wrong');
  });

  it.each([400, 401, 403, 404, 408, 429, 500, 503])(
    'a response without a known error counts as a temporary failure, with status %i',
    async (status) => {
      expect(await outcomeOf(status, '<h1>No</h1>')).toBe('app_call_failed');
      expect(await outcomeOf(status, { error: 'temporarily_unavailable' })).toBe('app_call_failed');
    },
  );
});
