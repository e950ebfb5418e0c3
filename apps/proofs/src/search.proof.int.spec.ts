import { parseSearch, phoneDigitsOf, wordsOf, type SearchQuery } from '@parley/contracts/api/search-query';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { contactVisibleTo, visibleTo, type Access, type ContactViewer } from '@parley/access-rules/viewer';
import { runMigrations } from '@parley/platform/database/migrate';
import type { Principal } from '@parley/platform/http/principal';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { Proof } from '@parley/testing/proof/proof';
import type { Random } from '@parley/testing/proof/random';
import { isNamed } from '@parley/search/words/contact-words';
import { answer } from '@parley/search/words/terms';
import { file, SearchHistory } from '@parley/search/testing/search-history';
import { searchView } from '@parley/search/read/search.projector';
import { SearchQueries } from '@parley/search/read/search.queries';

const proof = new Proof('search', { unit: 'data sets', small: 10, full: 500 });
const QUERIES = 8;

const words = [
  ...['invoice', 'Invoices', 'facturas', 'factura', 'facturen', 'árbol', 'late', 'later', 'lates'],
  ...['paid', 'running', 'runs', 'ana', 'Ana', 'ruiz', '612', 'https://a.example', 'no', 'ß', 'été'],
];
const names = ['Ana Ruíz', 'Ben Late', 'Anabel Ruizt', 'invoice'];
const channels = ['web late', 'shop'];
const teams = ['sales', 'support line'];
const tags = ['vip', 'late order'];
const agents = ['tom', 'lee', 'ada'];
const viewers = [...agents, 'mia', 'nobody'];
const contacts = ['c1', 'c2', 'c3'];
const FROM = Date.UTC(2026, 4, 1);

interface Entry {
  id: string;
  conversation: string;
  subject: string;
  from: 'contact' | 'tom';
  text: string;
  files: string[];
  time: string;
}

/** The contents of the log in a simple form, which `scan` searches. */
interface Told {
  history: SearchHistory;
  entries: Map<string, Entry>;
  talks: Map<string, Access & { contact: string; tags: Set<string> }>;
  people: Map<string, { name: string; phone: string; comments: string[] }>;
  /** For each merged contact, the contact that it was merged into. */
  merged: Map<string, string>;
}

function tellAny(random: Random): Told {
  const history = new SearchHistory();
  const told: Told = { history, entries: new Map(), talks: new Map(), people: new Map(), merged: new Map() };
  const { entries, talks, people, merged } = told;
  const conversations = ['a', 'b', 'c', 'd'];
  history.channel(channels[0]!);
  history.channel(channels[1]!, { users: random.chance(0.5) ? ['tom'] : [] });
  history.user('mia', 'manager');
  for (const agent of agents) history.user(agent, 'user', { isForced: random.chance(0.4) });
  for (const team of teams)
    history.team(
      team,
      agents.filter(() => random.chance(0.4)),
    );
  for (const tag of tags) history.tag(tag);
  for (const contact of contacts) {
    const [name, phone] = [random.pick(names), `+3461${random.below(1_000_000)}`];
    history.contact(contact, { name, phone });
    people.set(contact, { name, phone, comments: [] });
  }
  const sentence = () => Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join(' ');
  for (let step = 0; step < 45; step++) {
    const conversation = random.pick(conversations);
    const talk = talks.get(conversation);
    const entry = entries.size > 0 ? random.pick([...entries.values()]) : undefined;
    const time = new Date(FROM + random.below(5 * 86_400_000)).toISOString();
    const does = random.below(20);
    if (!talk) {
      const [contact, channel] = [random.pick([...people.keys(), 'c1']), random.pick(channels)];
      if (!people.has(contact)) continue;
      history.start(conversation, contact, channel);
      const nobody = { assignedUserId: null, assignedTeamId: null };
      talks.set(conversation, { ...nobody, channelId: id(channel), contact, tags: new Set() });
    } else if (does < 9) {
      const message = `m${step}`;
      const on = channels.find((channel) => id(channel) === talk.channelId)!;
      const isFile = random.chance(0.2);
      const [text, name] = [sentence(), `${random.pick(words)}.pdf`];
      const place = { in: conversation, from: talk.contact, on };
      history.receive(message, place, isFile ? file(name, text) : text, time);
      const said = { text, files: isFile ? [name] : [], time, from: 'contact' as const };
      if (people.has(talk.contact))
        entries.set(id(message), { id: id(message), conversation, subject: talk.contact, ...said });
    } else if (does === 9) {
      const text = sentence();
      history.note(conversation, talk.contact, `n${step}`, text);
      const written = history.events.at(-1)!.time;
      const said = { text, files: [], time: written, from: 'tom' as const };
      if (people.has(talk.contact))
        entries.set(id(`n${step}`), { id: id(`n${step}`), conversation, subject: talk.contact, ...said });
    } else if (does < 12) {
      const [user, team] = [
        random.chance(0.5) ? random.pick(agents) : null,
        random.chance(0.5) ? random.pick(teams) : null,
      ];
      history.assign(conversation, user, team);
      talks.set(conversation, {
        ...talk,
        assignedUserId: user && id(user),
        assignedTeamId: team && id(team),
      });
    } else if (does === 12) {
      const tag = random.pick(tags);
      history.about(conversation, { type: 'ConversationTagged', data: { tagId: id(tag) } });
      talk.tags.add(tag);
    } else if (does === 13 && entry && entry.from === 'contact') {
      history.delete(wordOf(entry.id, step));
      entries.delete(entry.id);
    } else if (does === 14 && entry?.from === 'contact' && entry.files.length === 0) {
      const text = sentence();
      history.edit(wordOf(entry.id, step), entry.subject, text);
      entries.set(entry.id, { ...entry, text });
    } else if (does === 15) {
      history.about(conversation, { type: 'ConversationDeleted', data: { seenUpTo: '9', afterDays: null } });
      talks.delete(conversation);
      // The name of a deleted conversation is not used again.
      conversations.splice(conversations.indexOf(conversation), 1, `${conversation}${step}`);
      for (const [key, one] of entries) if (one.conversation === conversation) entries.delete(key);
    } else if (does === 16 && random.chance(0.3)) {
      for (const contact of membersOf(told, talk.contact)) {
        history.erase(contact);
        people.delete(contact);
        for (const [key, one] of entries) if (one.subject === contact) entries.delete(key);
      }
    } else if (does === 17) {
      const text = sentence();
      history.comment(talk.contact, `k${step}`, text);
      people.get(talk.contact)?.comments.push(text);
    } else if (does === 18) {
      const [one, into] = [random.pick(contacts), random.pick(contacts)];
      const from = merged.get(one);
      const isFree = ![...merged.values()].includes(one) && !merged.has(into);
      if (from) {
        history.unmerge(one, from);
        merged.delete(one);
      } else if (isFree && one !== into && people.has(one) && people.has(into)) {
        history.merge(one, into);
        merged.set(one, into);
      }
    }
  }
  return told;
}

/** All contacts that are the same person as this one because of merges. */
function membersOf({ merged }: Told, contact: string): string[] {
  const root = merged.get(contact) ?? contact;
  return [root, ...[...merged].flatMap(([one, into]) => (into === root ? [one] : []))];
}

/** The word from which a message's id was derived. */
function wordOf(messageId: string, until: number): string {
  for (let step = 0; step < until; step++) if (id(`m${step}`) === messageId) return `m${step}`;
  throw new Error('This is no message.');
}

function anyQuery(random: Random): string {
  const any = [
    () => random.pick(words).slice(0, 2 + random.below(6)),
    () => random.pick(words),
    () => `"${random.pick(words)} ${random.pick(words)}"`,
    () => `from:${random.pick(['tom', 'ana', 'me', 'ben'])}`,
    () => `tag:${random.pick(['vip', 'late'])}`,
    () => `channel:${random.pick(['web', 'shop'])}`,
    () => `team:${random.pick(['sales', '"support line"'])}`,
    () => `has:${random.pick(['file', 'link'])}`,
    () => `${random.pick(['before', 'after'])}:2026-05-0${1 + random.below(5)}`,
  ];
  const first = random.chance(0.7) ? random.pick(any.slice(0, 3))() : random.pick(any)();
  return random.chance(0.5) ? first : `${first} ${random.pick(any)()}`;
}

/** Finds the matching entries without an index, by testing each. */
function scan(told: Told, viewer: ContactViewer, query: SearchQuery): string[] {
  const hits = [...told.entries.values()].flatMap((entry) => {
    const talk = told.talks.get(entry.conversation);
    if (!talk || !visibleTo(viewer, talk)) return [];
    const persons = membersOf(told, talk.contact).flatMap((member) => told.people.get(member) ?? []);
    const isFrom = (value: string) =>
      (entry.from === 'tom' && (value === 'me' ? viewer.userId === id('tom') : isNamed('tom', value))) ||
      (entry.from === 'contact' && value !== 'me' && persons.some((person) => isContact(person, value)));
    const day = (value: string) => `${value}T00:00:00.000Z`;
    const holds =
      (query.from.length === 0 || query.from.some(isFrom)) &&
      query.tag.every((value) => [...talk.tags].some((tag) => isNamed(tag, value))) &&
      isAny(query.channel, channels, talk.channelId) &&
      isAny(query.team, teams, talk.assignedTeamId) &&
      (query.before === null || entry.time < day(query.before)) &&
      (query.after === null || entry.time >= day(query.after)) &&
      (!query.has.includes('file') || entry.files.length > 0) &&
      (!query.has.includes('link') || entry.text.includes('https://'));
    const how = answer([entry.text, ...entry.files], query.terms);
    return holds && how ? [{ ...entry, how }] : [];
  });
  const order = { exact: 0, akin: 1 };
  return hits
    .sort(
      (a, b) =>
        order[a.how] - order[b.how] ||
        (a.time === b.time ? (a.id < b.id ? 1 : -1) : a.time < b.time ? 1 : -1),
    )
    .map((hit) => hit.id);
}

function isContact(
  { name, phone, comments }: { name: string; phone: string; comments: string[] },
  value: string,
): boolean {
  const row = rowOf([name, phone, ...comments]);
  return row.includes(` ${wordsOf(value).join(' ')}`);
}

/**
 * The words of several texts, with blanks around each. The separator prevents that a phrase matches across two texts.
 */
const rowOf = (texts: string[]) => texts.map((text) => ` ${wordsOf(text).join(' ')} `).join('|');

function isAny(values: string[], known: string[], had: string | null): boolean {
  return (
    values.length === 0 ||
    values.some((value) => known.some((name) => id(name) === had && isNamed(name, value)))
  );
}

function scanContacts(told: Told, viewer: ContactViewer, text: string, query: SearchQuery): string[] {
  const { terms, ...operators } = query;
  const isNarrowed = [operators.from, operators.tag, operators.channel, operators.team, operators.has].some(
    (list) => list.length > 0,
  );
  if (isNarrowed || terms.length === 0 || query.before || query.after) return [];
  const digits = phoneDigitsOf(text);
  const isFound = (person: { name: string; phone: string; comments: string[] }): boolean => {
    const own = rowOf([person.name, person.phone, ...person.comments]);
    const isPhone = (part: string) => person.phone.slice(1).includes(part);
    return digits
      ? isPhone(digits) || own.includes(` ${digits}`)
      : terms.every(
          ({ words: row, isQuoted }) =>
            own.includes(` ${row.join(' ')}${isQuoted ? ' ' : ''}`) ||
            (row.length === 1 && /^\d{3,}$/.test(row[0]!) && isPhone(row[0]!)),
        );
  };
  return [...told.people.keys()].flatMap((contact) => {
    if (told.merged.has(contact)) return [];
    const members = membersOf(told, contact);
    const talks = [...told.talks.values()].filter((talk) => members.includes(talk.contact));
    const holds = members.some((member) => isFound(told.people.get(member)!));
    return holds && contactVisibleTo(viewer, talks) ? [id(contact)] : [];
  });
}

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await runMigrations(database.url, [Projection1763700000200, ViewTally1767500000000]);
});
afterAll(() => database.drop());

test(
  'a search finds for every viewer the same entries in the same order as a test of every row',
  async () => {
    const queries = new SearchQueries(database);
    const seen = { hits: 0, contacts: 0, empty: 0 };
    for (let set = 1; set <= proof.count; set++) {
      const { random } = proof;
      const told = tellAny(random);
      await database.query('drop schema if exists search cascade');
      await installView(database, searchView);
      await database.transaction(async (tx) => {
        await tx.query('set local search_path to search, public');
        await tx.query(searchView.indexes!);
      });
      await project(database, searchView, told.history.events, { batchSize: 1 + random.below(60) });
      for (let asked = 0; asked < QUERIES; asked++) {
        const text = anyQuery(random);
        const { query } = parseSearch(text);
        for (const user of viewers) {
          const hasModule = random.chance(0.5);
          const me = { customerId: id('customer'), userId: id(user), can: () => hasModule };
          const viewer = await queries.viewer(me as unknown as Principal);
          const found = await queries.find(viewer, { text, query, timeZone: 'UTC', limit: 50, cursor: null });
          const expected = scan(told, viewer, query);
          expect({ text, user, hits: found.messages.map((hit) => hit.id) }).toEqual({
            text,
            user,
            hits: expected,
          });
          const people = found.areContactsAlike ? [] : found.contacts.map((hit) => hit.id).sort();
          expect({ text, user, people }).toEqual({
            ...{ text, user },
            people: scanContacts(told, viewer, text, query).sort(),
          });
          seen.hits += expected.length;
          seen.contacts += people.length;
          seen.empty += expected.length === 0 ? 1 : 0;
        }
      }
      proof.progress(set);
      proof.report(set, { queries: set * QUERIES * viewers.length, hits: seen.hits });
    }
    expect(Math.min(seen.hits, seen.contacts, seen.empty)).toBeGreaterThan(proof.count);
  },
  proof.timeout(120, 1_800),
);
