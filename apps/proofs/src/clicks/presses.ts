import { randomUUID } from 'node:crypto';
import type { MessageEvent } from '@parley/contracts/events';
import { id } from '@parley/testing/event-sourcing/history';
import type { Answer, Office, Press } from './office';

/** The concurrent presses of one button in one round. Each round prepares a new one. */
export interface Pressed {
  /** Returns the request of the n-th press. */
  press: (n: number) => Press;
  /**
   * The type of the event that all presses together cause once; or a function that counts how many times the effect
   * has happened.
   */
  makes: string | (() => Promise<number>);
  /** `ok` if every press succeeds. Otherwise only one press succeeds, and the others get one of these codes. */
  others: 'ok' | string[];
  /** Checks the contents of the responses. */
  check?: (answers: Answer[]) => Promise<void> | void;
}

/** The routes of one area of the product, and how they behave when they are called concurrently. */
export interface Area {
  /** Every button that several users, or several windows, can press at the same time. */
  buttons?: Record<string, (office: Office) => Promise<Pressed>>;
  /** Routes that change data but belong to no such button, each with the reason. */
  unpressed?: Record<string, string>;
}

/** A reason that many routes share. */
export const sets = 'sets what it names: the same twice is no second fact, and other words are another wish';

export function post(path: string, body: object, by?: string): Press {
  return { method: 'POST', path, body, by };
}

export function remove(path: string, by?: string): Press {
  return { method: 'DELETE', path, by };
}

/** A button whose presses all make the same request, and all succeed. */
export function pressed(press: Press, makes: string): Pressed {
  return { press: () => press, makes, others: 'ok' };
}

export const anyone = (office: Office, n: number): string =>
  [...office.agents, office.manager, office.admin][n % (office.agents.length + 2)]!;

/** Returns a request that assigns all conversations, after it has deleted other jobs that would block the request. */
export async function assignAll(office: Office): Promise<Press> {
  await started(office);
  await office.database.query('delete from parley.job_item');
  await office.database.query('delete from parley.job');
  return post('/assignment-jobs', { list: 'new', to: { userId: id(office.agents[0]!), teamId: null } });
}

export function jobsOf(office: Office, state = 'waiting'): Promise<number> {
  return rowsOf(office, `select from parley.job where state = '${state}'`);
}

export async function made(office: Office, press: Press): Promise<{ id: string }> {
  const { told, body } = await office.press({ by: office.admin, ...press });
  if (told !== 'ok') throw new Error(`${press.path}: ${told}`);
  const { id: itsId, position } = body as { id: string; position?: string };
  if (position) await office.shows(position);
  return { id: itsId };
}

export async function started(office: Office, more: (word: string) => MessageEvent[] = () => []) {
  const word = randomUUID();
  const [contact, message] = [`contact of ${word}`, `message of ${word}`];
  const seenUpTo = await office.happens((story) => {
    story.start(word, { contact });
    story.receive(word, `to ${message}`, { contact });
    const events = more(word);
    if (events.length === 0) return;
    story.queue(word, message, office.agents[0], contact);
    for (const event of events) story.say(message, event);
  });
  return { chat: id(word), contact: id(contact), message: id(message), seenUpTo };
}

/** A button that creates an object with a unique name: only the first press succeeds. */
export function named(path: string, content: () => object, makes: string, taken: string) {
  return (office: Office): Promise<Pressed> => {
    const body = content();
    return Promise.resolve({ press: () => post(path, body, office.admin), makes, others: [taken] });
  };
}

/** A button whose presses repeat one user's request with one idempotency key. */
export function keyed(path: string, content: () => object, makes: string) {
  return (office: Office): Promise<Pressed> => {
    const [body, key] = [content(), randomUUID()];
    return Promise.resolve({
      ...pressed({ ...post(path, body, office.admin), key }, makes),
      check: (answers) => {
        const ids = new Set(answers.map(({ body: answered }) => (answered as { id: string }).id));
        if (ids.size !== 1) throw new Error(`${ids.size} ids for one thing`);
      },
    });
  };
}

export function look() {
  return { name: `Name ${randomUUID().slice(0, 8)}`, colour: '#a15c00' };
}

export async function rowsOf(office: Office, query: string): Promise<number> {
  return (await office.database.query(query)).rowCount ?? 0;
}
