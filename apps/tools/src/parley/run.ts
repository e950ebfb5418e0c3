import { parseArgs } from 'node:util';
import { ParleyClient } from '@parley/client/client';
import type { Following } from '@parley/client/events';
import { ParleyRefusal } from '@parley/client/refusal';
import type { EventResponse } from '@parley/contracts/api/events';
import { importContacts } from './import';
import { keepLogin, loginOf } from './login';
import { deliver } from './replay';

export interface Terminal {
  env: NodeJS.ProcessEnv;
  /** Stops a command that would otherwise run forever. */
  signal: AbortSignal;
  out: (line: string) => void;
  err: (line: string) => void;
}

const USAGE = `parley: what an integrator keeps open.

  parley login URL KEY              keeps where Parley is, and the secret of an API key
  parley tail [--types A,B] [--after POSITION] [--thin] [--json]
                                    prints events as they happen
  parley replay URL [--after POSITION] [--types A,B] [--secret whsec_…] [--follow]
                                    posts events to a program on this machine, as a webhook does
  parley send CHAT TEXT             writes in a conversation
  parley import FILE [--country NL] [--trial]
                                    imports contacts from a CSV file
  parley api METHOD PATH [BODY]     any call: parley api GET /tags

PARLEY_URL and PARLEY_KEY take the place of a login.`;

const options = {
  types: { type: 'string' },
  after: { type: 'string' },
  secret: { type: 'string' },
  country: { type: 'string' },
  thin: { type: 'boolean' },
  json: { type: 'boolean' },
  follow: { type: 'boolean' },
  trial: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];
type Command = (client: ParleyClient, args: string[], values: Values, terminal: Terminal) => Promise<number>;

function parse(args: string[]) {
  return parseArgs({ args, options, allowPositionals: true });
}

/** Thrown for invalid arguments. The message is one sentence for the user. */
class Misuse extends Error {}

const commands: Record<string, Command> = {
  async tail(client, _args, values, { out, signal }) {
    for await (const event of client.events.follow({ ...askedOf(values), signal })) {
      out(values.json ? JSON.stringify(event) : lineOf(event));
    }
    return 0;
  },

  async replay(client, [to], values, { out, err, signal }) {
    if (!to) throw new Misuse('Replay to where? parley replay http://localhost:8080/hooks');
    const { after, types } = askedOf(values);
    const past = client.events.since({ after, types });
    let [last, failed] = [after, 0];
    const post = async (event: EventResponse) => {
      const status = await deliver(to, event, values.secret);
      const isTaken = status >= 200 && status < 300;
      (isTaken ? out : err)(`${status} ${lineOf(event)}`);
      if (!isTaken) failed++;
      last = event.position;
    };
    for await (const event of past) {
      if (signal.aborted) break;
      await post(event);
    }
    if (values.follow) {
      for await (const event of client.events.follow({ after: last, types, signal })) await post(event);
    }
    return failed === 0 ? 0 : 1;
  },

  async send(client, [chatId, ...words], _values, { out }) {
    if (!chatId || words.length === 0) throw new Misuse('Send what, and where? parley send CHAT TEXT');
    const { entries } = await client.messages.send(chatId, { text: words.join(' ') });
    for (const { id, status } of entries) out(`${id} ${status}`);
    return 0;
  },

  async import(client, [path], values, { out }) {
    if (!path) throw new Misuse('Import which file? parley import people.csv');
    const { country, trial: isTrial = false } = values;
    const { counts, failed } = await importContacts(client, { path, isTrial, country }, out);
    return failed > 0 || counts.reject > 0 ? 1 : 0;
  },

  async api(client, [method, path, body], _values, { out }) {
    if (!method || !path) throw new Misuse('Which call? parley api GET /tags');
    const answer = await client.request<unknown>(method.toUpperCase(), path, {
      body: body === undefined ? undefined : (JSON.parse(body) as unknown),
    });
    if (answer !== undefined) out(JSON.stringify(answer, null, 2));
    return 0;
  },
};

/** @returns the exit code: 0 for success, 1 for a refusal or failure, 2 for an invalid call */
export async function runParley(argv: string[], terminal: Terminal): Promise<number> {
  const { env, err, out } = terminal;
  try {
    const { values, positionals } = parse(argv);
    const [name = '', ...args] = positionals;
    if (name === 'login') return await login(args, terminal);
    const command = commands[name];
    if (!command) {
      (name === 'help' ? out : err)(USAGE);
      return name === 'help' ? 0 : 2;
    }
    const known = await loginOf(env);
    if (!known) throw new Misuse('Log in first: parley login https://parley.example parley_…');
    return await command(new ParleyClient(known), args, values, terminal);
  } catch (error) {
    if (terminal.signal.aborted) return 0;
    const isMisuse = error instanceof Misuse || codeOf(error).startsWith('ERR_PARSE_ARGS');
    const request = error instanceof ParleyRefusal && error.requestId ? ` (request ${error.requestId})` : '';
    err(`${error instanceof Error ? error.message : String(error)}${request}`);
    return isMisuse ? 2 : 1;
  }
}

async function login([url, key]: string[], { env, out }: Terminal): Promise<number> {
  if (!url || !key) throw new Misuse('Log in where? parley login https://parley.example parley_…');
  // A request checks the key before it is stored.
  await new ParleyClient({ url, key }).request('GET', '/events?after=latest');
  out(`Logged in at ${url}; the key is kept in ${await keepLogin({ url, key }, env)}`);
  return 0;
}

function askedOf({ types, after, thin }: Values): Following {
  return { after, types: types?.split(','), payload: thin ? 'thin' : 'full' };
}

function lineOf({ timestamp, type, data, position }: EventResponse): string {
  const about = data.chatId ?? data.contactId ?? data.eventId ?? data.tagId ?? data.labelId;
  return `${position} ${timestamp} ${type} ${typeof about === 'string' ? about : ''}`;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
