import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { demoPassword } from '@parley/embedded/identity/demo-sign-in';
import { demoWhatsapp } from '@parley/demo/demo-channels';
import { demoSignIn } from '@parley/embedded/identity/demo-sign-in';
import { eventually } from '@parley/testing/waiting/eventually';

// These tests start the built product with all embedded engines, by the scripts that operators use.
jest.setTimeout(180_000);

const root = resolve(__dirname, '../../../..');
const passphrase = 'correct horse battery';
let folder: string;
let server: ChildProcess | undefined;

beforeAll(async () => {
  const build = spawnSync(join(root, 'scripts/build'), ['server'], { encoding: 'utf8' });
  if (build.status !== 0) throw new Error(build.stderr);
  folder = await mkdtemp(join(tmpdir(), 'parley-backup-'));
  // If root runs the test, PostgreSQL runs as another user, which needs access to the folder.
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const bundle = (name: string) => join(root, `dist/server/${name}.js`);
const settings = (dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PARLEY_DATA: join(folder, dataDir),
  BACKUP_PASSPHRASE: passphrase,
});

/** @returns the address of the server */
async function start(dataDir: string): Promise<string> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const env = { ...settings(dataDir), PORT: String(port) };
  server = spawn(process.execPath, [bundle('main')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await Promise.race([once(server.stdout!, 'data'), once(server, 'exit')]);
  if (server.exitCode !== null) throw new Error('It did not start.');
  return `http://localhost:${port}`;
}

async function stop(): Promise<void> {
  if (!server || server.exitCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

/** @returns the output of the program */
async function run(program: string, dataDir: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [bundle(program), join(folder, 'backup')], {
    env: settings(dataDir),
  });
  return stdout;
}

/** Posts a message of a contact as a webhook of WhatsApp. */
async function write(address: string, text: string): Promise<void> {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { phone_number_id: '1122334455667' },
    contacts: [{ profile: { name: 'Ana Ruiz' }, wa_id: '34612345678' }],
    messages: [
      {
        from: '34612345678',
        id: `wamid.${text}`,
        timestamp: String(Math.floor(Date.now() / 1000)),
        type: 'text',
        text: { body: text },
      },
    ],
  };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const signature = createHmac('sha256', demoWhatsapp.secrets['app-secret']).update(body).digest('hex');
  const { status } = await fetch(`${address}/ingress/whatsapp-cloud/${demoWhatsapp.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
  });
  expect(status).toBe(200);
}

/** Signs in as an agent and waits until the list of conversations contains the text. */
async function seesInList(address: string, text: string): Promise<void> {
  const sanne = { email: 'sanne@harbour.example', password: demoPassword };
  const { idToken } = await demoSignIn(address, sanne, 'parley-web');
  const headers = { authorization: `Bearer ${idToken}`, 'api-key': 'parley-web' };
  await eventually(`the list shows ${text}`, async () => {
    const response = await fetch(`${address}/api/v3/messaging-chats/chats-list?list=new&page=1`, { headers });
    return (await response.text()).includes(text);
  });
}

test('backs up a running product and restores it elsewhere, with sign-ins, messages and new messages', async () => {
  const address = await start('source');
  await write(address, 'before the backup');
  await seesInList(address, 'before the backup');
  expect(await run('backup', 'source')).toContain('sealed with BACKUP_PASSPHRASE');
  await seesInList(address, 'before the backup');
  await stop();

  expect(await run('restore', 'target')).toContain('Start Parley with these settings');
  const restored = await start('target');
  await seesInList(restored, 'before the backup');
  await write(restored, 'after the restore');
  await seesInList(restored, 'after the restore');
});
