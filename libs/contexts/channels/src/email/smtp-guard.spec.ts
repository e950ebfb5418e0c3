import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '@parley/platform/config/config';
import { eventually } from '@parley/testing/waiting/eventually';
import type { ChannelQueries } from '../read/channels.queries';
import type { MailIntake } from './mail-intake';
import { SmtpDoor } from './smtp-door';
import { SMTP_LIMITS, SmtpGuard, type SmtpLimits } from './smtp-guard';

let door: SmtpDoor;
let port: number;
let clients: Client[];

async function open(limits?: Partial<SmtpLimits>, config: Partial<Config> = {}): Promise<void> {
  const channels = { mailbox: () => Promise.resolve(null) };
  door = new SmtpDoor(config as Config, channels as unknown as ChannelQueries, {} as MailIntake);
  port = await door.open(0, '127.0.0.1', limits && { ...SMTP_LIMITS, ...limits });
  clients = [];
}
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  await door.onApplicationShutdown();
});

interface Client {
  socket: Socket;
  /** Everything that the server has sent so far. */
  text(): string;
  ended: Promise<void>;
}

function client(localAddress = '127.0.0.1'): Client {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const made = { socket, text: () => text, ended };
  clients.push(made);
  return made;
}

async function answers(asked: Client, answer: string): Promise<void> {
  await eventually(`the server answers ${answer}`, () => asked.text().includes(answer));
}

test('refuses the connections of an address above its limit, and admits those of others', async () => {
  await open({ perAddress: 3 });
  const admitted = [client(), client(), client()];
  for (const one of admitted) await answers(one, '220 ');
  const refused = client();
  await refused.ended;
  expect(refused.text()).toMatch(/^421 4\.7\.0 /);
  await answers(client('127.0.0.2'), '220 ');
  // Closing a connection makes room for another one.
  admitted[0]!.socket.destroy();
  await pause(200);
  await answers(client(), '220 ');
});

test('limits the connections per address to the number in the settings', async () => {
  await open(undefined, { smtpPlacesPerAddress: 2 });
  for (const admitted of [client(), client()]) await answers(admitted, '220 ');
  const refused = client();
  await refused.ended;
  expect(refused.text()).toMatch(/^421 4\.7\.0 /);
});

test('does not count refused connections towards the server’s maximum', async () => {
  await open({ perAddress: 1 });
  await answers(client(), '220 ');
  // More connections than the server's maximum.
  const refused = Array.from({ length: 120 }, () => client());
  await answers(client('127.0.0.2'), '220 ');
  await Promise.all(refused.map(({ ended }) => ended));
});

test('ends a session that sends its command byte by byte for longer than the limit', async () => {
  await open({ commandMs: 500 });
  const slow = client();
  await answers(slow, '220 ');
  const drip = setInterval(() => slow.socket.write('x'), 50);
  await slow.ended;
  clearInterval(drip);
});

test('ends a session with too many commands', async () => {
  await open({ commands: 20 });
  const busy = client();
  await answers(busy, '220 ');
  busy.socket.write('NOOP\r\n'.repeat(30));
  await busy.ended;
  expect(busy.text().match(/^250 /gm)!.length).toBeLessThanOrEqual(20);
});

test('ends a session that lasts longer than the limit, even if it is active', async () => {
  await open({ sessionMs: 700 });
  const long = client();
  await answers(long, '220 ');
  const busy = setInterval(() => long.socket.write('NOOP\r\n'), 50);
  await long.ended;
  clearInterval(busy);
});

test('counts the IPv6 addresses of one /64 network together', () => {
  const guard = new SmtpGuard({ ...SMTP_LIMITS, perAddress: 2 });
  const socket = (remoteAddress: string) => ({ remoteAddress, once: () => undefined }) as unknown as Socket;
  const admitted = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:9::3', '2001:db8:0:1::1'].map((address) =>
    guard.admit(socket(address)),
  );
  expect(admitted).toEqual([true, true, false, true]);
});
