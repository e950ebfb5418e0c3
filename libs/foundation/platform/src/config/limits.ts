/** A bucket of `count` requests that refills completely within `withinMs`. */
export interface Rate {
  count: number;
  withinMs: number;
}

/** Limits of one process. Null: unlimited. */
export interface Limits {
  /** Requests of one client address, except webhooks and files of the web client. */
  addressRequests: Rate | null;
  /** REST requests of one user. */
  userRequests: Rate | null;
  /** Requests of one client address to sign in or for a token. */
  signIns: Rate | null;
  /** Wrong passwords for one account from one client address. */
  wrongPasswords: Rate;
  /** Wrong passwords and client secrets from one client address. */
  wrongSecrets: Rate;
  /** Invitations that one administrator sends, repeats or passes on as a link. */
  invitations: Rate | null;
  /** Searches for an organisation from one client address. */
  lookUps: Rate | null;
  /** Webhooks from one client address. */
  webhooks: Rate | null;
  /** New visitors of web chats from one client address. */
  visitorSessions: Rate | null;
  /** Requests of one visitor of a web chat. */
  visitorRequests: Rate | null;
  /** Messages and files of one visitor of a web chat. */
  visitorMessages: Rate | null;
  /** Messages and files of all visitors of web chats at one client address. */
  visitorAddressMessages: Rate | null;
  /** Requests of one user to the writing assistant. */
  assistantRequests: Rate | null;
  /** Requests of one organisation to the writing assistant. */
  assistantOrganisationRequests: Rate | null;
  /** Requests of one socket. */
  socketEvents: Rate | null;
  /** Open sockets of one user. */
  userSockets: number | null;
  /** Open sockets of all users. */
  sockets: number | null;
  /** Open sockets of visitors of web chats. */
  visitorSockets: number | null;
  /** Open sockets of visitors of web chats at one client address. */
  visitorAddressSockets: number | null;
  /** Open connections, sockets included. */
  connections: number | null;
}

interface Setting {
  env: string;
  default: string;
}

/** The defaults stay far above the use of a whole office that shares one client address. */
const rates = {
  addressRequests: { env: 'LIMIT_ADDRESS_REQUESTS', default: '12000/min' },
  userRequests: { env: 'LIMIT_USER_REQUESTS', default: '3000/min' },
  signIns: { env: 'LIMIT_SIGN_INS', default: '1200/min' },
  invitations: { env: 'LIMIT_INVITATIONS', default: '300/h' },
  lookUps: { env: 'LIMIT_LOOK_UPS', default: '60/min' },
  webhooks: { env: 'LIMIT_WEBHOOKS', default: '120000/min' },
  visitorSessions: { env: 'LIMIT_VISITOR_SESSIONS', default: '300/min' },
  visitorRequests: { env: 'LIMIT_VISITOR_REQUESTS', default: '300/min' },
  visitorMessages: { env: 'LIMIT_VISITOR_MESSAGES', default: '30/min' },
  visitorAddressMessages: { env: 'LIMIT_VISITOR_ADDRESS_MESSAGES', default: '600/min' },
  assistantRequests: { env: 'LIMIT_ASSISTANT_REQUESTS', default: '20/min' },
  assistantOrganisationRequests: { env: 'LIMIT_ASSISTANT_ORGANISATION_REQUESTS', default: '300/min' },
  socketEvents: { env: 'LIMIT_SOCKET_EVENTS', default: '40/4s' },
} satisfies Partial<Record<keyof Limits, Setting>>;

const wrongTries = {
  wrongPasswords: { env: 'LIMIT_WRONG_PASSWORDS', default: '5/10min' },
  wrongSecrets: { env: 'LIMIT_WRONG_SECRETS', default: '50/10min' },
} satisfies Partial<Record<keyof Limits, Setting>>;

const counts = {
  userSockets: { env: 'LIMIT_USER_SOCKETS', default: '50' },
  sockets: { env: 'LIMIT_SOCKETS', default: '10000' },
  visitorSockets: { env: 'LIMIT_VISITOR_SOCKETS', default: '10000' },
  visitorAddressSockets: { env: 'LIMIT_VISITOR_ADDRESS_SOCKETS', default: '500' },
  connections: { env: 'LIMIT_CONNECTIONS', default: '20000' },
} satisfies Partial<Record<keyof Limits, Setting>>;

const unitMs: Record<string, number> = { s: 1_000, min: 60_000, h: 3_600_000 };

/**
 * Reads the variables `LIMIT_…`: rates like `600/min`, `40/4s` or `off`, and counts like `50` or `off`. `LIMITS=off`
 * lifts all limits except those on wrong passwords and secrets, for benchmarks.
 * @throws LimitInvalid if a value has another form
 */
export function readLimits(env: NodeJS.ProcessEnv): Limits {
  const areOff = env.LIMITS === 'off';
  if (env.LIMITS && !areOff) throw new LimitInvalid('LIMITS', env.LIMITS, 'left out, or off');
  const read = <Name extends string, Value>(
    settings: Record<Name, Setting>,
    parse: (name: string, text: string) => Value,
  ) =>
    Object.fromEntries(
      Object.entries<Setting>(settings).map(([name, { env: variable, default: usual }]) => [
        name,
        parse(variable, env[variable] || usual),
      ]),
    ) as Record<Name, Value>;
  const unlessOff =
    <Value>(parse: (name: string, text: string) => Value) =>
    (name: string, text: string) =>
      areOff || text === 'off' ? null : parse(name, text);
  return {
    ...read(rates, unlessOff(rateOf)),
    ...read(wrongTries, rateOf),
    ...read(counts, unlessOff(countOf)),
  };
}

/** A limit has an invalid form. */
export class LimitInvalid extends Error {
  constructor(name: string, text: string, form: string) {
    super(`${name} is ${form}, not "${text}".`);
  }
}

function rateOf(name: string, text: string): Rate {
  const [, count, times, unit] = /^([1-9]\d{0,8})\/([1-9]\d{0,3})?(s|min|h)$/.exec(text) ?? [];
  if (!count || !unit) throw new LimitInvalid(name, text, 'a rate like 600/min, 40/4s or 300/h');
  return { count: Number(count), withinMs: Number(times ?? 1) * (unitMs[unit] ?? 0) };
}

function countOf(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new LimitInvalid(name, text, 'a number');
}
