import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { WebSocket } from 'ws';
import { freePort } from '@parley/platform/http/free-port';
import { MasterKey } from '@parley/platform/security/master-key';
import type { Bench, Figure } from '../figure';
import { install } from '../support/installation';
import { Program } from '../support/program';

const SOCKETS = 5_000;
/** Number of sockets that are opened concurrently. */
const AT_ONCE = 50;
/** Time in ms for the memory that connecting has used to be collected. */
const SETTLE_MS = 4_000;
const BARE = join(__dirname, 'bare-visitors.js');
const SERVER = join(__dirname, '../server/main.js');

/** Measures a process's memory per open chat of a visitor. The floor is the memory of a bare socket of socket.io. */
export const widget: Figure = {
  name: 'widget',
  async measure(bench) {
    const count = bench.size(SOCKETS);
    const bare = await bareSockets(bench);
    bench.tell(`${count} bare sockets connect`);
    const floor = await perSocket(bench, bare, count, () => ({}));
    const ours = await product(bench);
    bench.tell(`${count} visitors connect`);
    const value = await perSocket(bench, ours, count, ours.auth);
    return [
      { name: 'widget, memory of a socket', value, unit: 'kB', floor, goal: { of: 'ratio', atMost: 1.5 } },
    ];
  },
};

interface Listening {
  url: string;
  pid: number;
}

async function bareSockets(bench: Bench): Promise<Listening> {
  const port = await freePort();
  const server = await Program.start(BARE, [], { PORT: String(port) });
  bench.onEnd(() => server.stop());
  return { url: `ws://127.0.0.1:${port}`, pid: server.pid };
}

/** Starts the product with a web chat. `auth` returns a visitor's token, signed as the product does. */
async function product(bench: Bench): Promise<Listening & { auth: () => Promise<object> }> {
  const installation = await install(bench, 1);
  const { env, webChatId: channelId } = installation;
  const port = await freePort();
  const program = await Program.start(SERVER, [], { ...env, LIMITS: 'off', PORT: String(port) });
  bench.onEnd(() => program.stop());
  const key = new MasterKey(env.PARLEY_SECRET!).purpose('web-chat');
  const auth = async () => {
    const claims = { use: 'session', isIdentified: false, profile: {} };
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setAudience(channelId);
    const signed = token.setSubject(`v-${randomUUID()}`).setExpirationTime('1h');
    return { channelId, token: await signed.sign(key) };
  };
  return { url: `ws://127.0.0.1:${port}`, pid: program.pid, auth };
}

/** @returns growth in kB of the process's resident set per socket */
async function perSocket(
  bench: Bench,
  { url, pid }: Listening,
  count: number,
  auth: () => object | Promise<object>,
): Promise<number> {
  // The first sockets make the process load code, whose memory must not count.
  await connect(bench, url, AT_ONCE, auth);
  await pause(SETTLE_MS);
  const before = resident(pid);
  await connect(bench, url, count, auth);
  await pause(SETTLE_MS);
  return (resident(pid) - before) / count;
}

async function connect(
  bench: Bench,
  url: string,
  count: number,
  auth: () => object | Promise<object>,
): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, async () => open(url, await auth()));
    const opened = await Promise.all(some);
    bench.onEnd(async () => opened.forEach((socket) => socket.terminate()));
  }
}

/** Opens a socket with only the part of socket.io's protocol that is necessary. */
async function open(url: string, auth: object): Promise<WebSocket> {
  const socket = new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith('0')) socket.send(`40/web-chat,${JSON.stringify(auth)}`);
      else if (text === '2') socket.send('3');
      else if (text.startsWith('40')) resolve();
      else if (text.startsWith('44')) reject(new Error(`A visitor was refused: ${text}`));
    });
  });
  return socket;
}

/** Resident set of a process in kB. */
function resident(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
}
