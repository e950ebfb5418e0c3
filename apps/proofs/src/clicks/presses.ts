import { randomUUID } from 'node:crypto';
import type { MessageEvent } from '@parley/contracts/events';
import { id } from '@parley/testing/event-sourcing/history';
import type { Answer, Office, Press } from './office';

/** The presses of one round; each round prepares its own. */
export interface Pressed {
  /** The request of the n-th press. */
  press: (n: number) => Press;
  /** The event that the presses make once; or a function that counts how often the effect has happened. */
  makes: string | (() => Promise<number>);
  /** `ok` if every press succeeds; otherwise only one does, and the others get one of these codes. */
  others: 'ok' | string[];
  /** Checks the content of the answers. */
  check?: (answers: Answer[]) => Promise<void> | void;
}

/** The routes of one area, with their behaviour under concurrent presses. */
export interface Area {
  /** Every button that several users, or several windows, can press at once. */
  buttons?: Record<string, (office: Office) => Promise<Pressed>>;
  /** Routes that write but that no button of any area presses, each with the reason. */
  unpressed?: Record<string, string>;
}

/** A reason that many routes have. */
export const sets = 'sets what it names: the same twice is no second fact, and other words are another wish';

export function post(path: string, body: object, by?: string): Press {
  return { method: 'POST', path, body, by };
}

export function remove(path: string, by?: string): Press {
  return { method: 'DELETE', path, by };
}

/** Every press makes the same request, and every one succeeds. */
export function pressed(press: Press, makes: string): Pressed {
  return { press: () => press, makes, others: 'ok' };
}

export const anyone = (office: Office, n: number): string =>
  [...office.agents, office.manager, office.admin][n % (office.agents.length + 2)]!;

/** An assignment of all conversations, after deleting other jobs that would block it. */
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

/** Creates a thing with a unique name: only the first press gets it. */
export function named(path: string, content: () => object, makes: string, taken: string) {
  return (office: Office): Promise<Pressed> => {
    const body = content();
    return Promise.resolve({ press: () => post(path, body, office.admin), makes, others: [taken] });
  };
}

/** Repeats one user's request with one idempotency key. */
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
