import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { Organisation, tell } from '@parley/server/testing/organisation';
import { runServer, type RunningServer } from '@parley/server/testing/running-server';
import { eventually } from '@parley/testing/waiting/eventually';

jest.setTimeout(120_000);

const SIGNING = 'whsec_c2lnbmluZyBrZXkgb2YgYSB0ZXN0IQ==';
const ours = new Organisation('ours');
let api: RunningServer;
let folder: string;
let hears: Server;
let url: string;
const heard: { path: string; type: string }[] = [];

beforeAll(async () => {
  hears = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const { type } = new Webhook(SIGNING).verify(body, request.headers as Record<string, string>) as {
        type: string;
      };
      heard.push({ path: request.url!, type });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => hears.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(hears.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'parley-apps-'));
  await mkdir(join(folder, 'listener'));
  const words = { en: 'Hears', es: 'Oye', nl: 'Hoort' };
  const manifest = {
    ...{
      packageName: 'listener',
      name: 'Listener',
      version: '1.0.0',
      publisher: 'Harbour',
      description: words,
    },
    ...{ places: {}, hosts: [], scopes: ['events'], optionalScopes: [], features: [] },
    settings: [
      { name: 'server', type: 'url', label: words },
      { name: 'signing', type: 'secret', label: words },
    ],
    background: { url: '{{setting.server}}/heard', events: ['label::created'], secret: 'signing' },
  };
  await writeFile(join(folder, 'listener', 'manifest.json'), JSON.stringify(manifest));
  api = await runServer({
    PARLEY_ROLES: 'api,projector,worker',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    PARLEY_APPS_CATALOGUE: `apps-catalogue,${folder}`,
  });
  await tell(api.engines, ours);
});

afterAll(async () => {
  await api.close();
  hears.closeAllConnections();
  hears.close();
  await rm(folder, { recursive: true });
});

async function call<T = { id: string; position: string }>(
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const token = await api.issuer.sign({ user_id: ours.id('admin'), customer_id: ours.customerId });
  const headers = {
    authorization: `Bearer ${token}`,
    'api-key': 'parley-web',
    'content-type': 'application/json',
  };
  const response = await fetch(`${api.url}/api/v3${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const set = (id: string, settings: Record<string, string>) =>
  call('PUT', `/apps/${id}`, {
    settings: Object.entries(settings).map(([name, value]) => ({ name, value })),
  });
const webhooks = async () =>
  (await call<{ data: { id: string; url: string }[] }>('GET', '/webhooks')).data.filter((its) =>
    its.url.startsWith(url),
  );
const label = (name: string) => call('POST', '/labels', { name, colour: '#a15c00' });

test('an app that works in the background receives events by a signed webhook while it runs', async () => {
  const { id, position } = await call('POST', '/apps', {
    packageName: 'listener',
    version: '1.0.0',
    scopes: ['events'],
  });
  await api.engines.views.waitFor('apps', position, 30_000);
  await label('before');
  // An app whose address and secret are not set yet has no webhook.
  expect(await webhooks()).toEqual([]);
  await set(id, { server: url, signing: SIGNING });
  await eventually('the app has a webhook', async () => (await webhooks()).length === 1);
  await label('first');
  await eventually('the app received an event', () => heard.length === 1);
  expect(heard).toEqual([{ path: '/heard', type: 'label::created' }]);

  await set(id, { active: 'false' });
  await eventually('the app has no webhook', async () => (await webhooks()).length === 0);
  await label('while off');
  await set(id, { active: 'true' });
  await eventually('the app has a webhook again', async () => (await webhooks()).length === 1);
  await label('second');
  await eventually('the app received a second event', () => heard.length === 2);

  await call('DELETE', `/apps/${id}`);
  await eventually('the app has no webhook', async () => (await webhooks()).length === 0);
  await label('uninstalled');
  // If the app is switched several times before the reaction runs, no webhook is left over.
  const restored = await call('POST', `/apps/${id}/restore`, {});
  await api.engines.views.waitFor('apps', restored.position, 30_000);
  for (const active of ['false', 'true', 'false']) await set(id, { active });
  await eventually('the app has no webhook', async () => (await webhooks()).length === 0);
  expect(heard).toHaveLength(2);
});
