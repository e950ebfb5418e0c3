import type { SearchResponse } from '@parley/contracts/api/search';
import { parseSearch } from '@parley/contracts/api/search-query';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { runMigrations } from '@parley/platform/database/migrate';
import type { Principal } from '@parley/platform/http/principal';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { file, SearchHistory } from '../testing/search-history';
import { SearchForgetting } from './search-forgetting';
import { searchView } from './search.projector';
import { SearchQueries, cursorOf } from './search.queries';

let database: TestDatabase;
let queries: SearchQueries;

beforeAll(async () => {
  database = await testDatabase();
  await runMigrations(database.url, [Projection1763700000200, ViewTally1767500000000]);
  queries = new SearchQueries(database);
});
afterAll(() => database.drop());

async function told(tell: (history: SearchHistory) => void, batchSize = 1_000): Promise<void> {
  await database.query('drop schema if exists search cascade');
  await installView(database, searchView);
  await database.transaction(async (tx) => {
    await tx.query('set local search_path to search, public');
    await tx.query(searchView.indexes!);
  });
  const history = new SearchHistory();
  tell(history);
  await project(database, searchView, history.events, { batchSize });
}

async function search(
  text: string,
  { as = 'mia', limit = 20, cursor = null as string | null, module = true } = {},
): Promise<SearchResponse> {
  const me = { customerId: id('customer'), userId: id(as), can: () => module } as unknown as Principal;
  const { query } = parseSearch(text);
  const asked = {
    text,
    query,
    timeZone: 'Europe/Amsterdam',
    limit,
    cursor: cursor ? cursorOf(cursor) : null,
  };
  return queries.find(await queries.viewer(me), asked);
}

const textsOf = ({ messages }: SearchResponse) => messages.map(({ snippet }) => snippet.text);

/**
 * Adds two conversations: Ana writes on WhatsApp, and Tom is the assignee; Ben writes on the web, assigned to the
 * team sales.
 */
function shop(history: SearchHistory): void {
  history.channel('WhatsApp shop');
  history.channel('Web', { users: ['tom'] });
  history.user('mia', 'manager');
  history.user('tom', 'user');
  history.user('lee', 'user', { isForced: true });
  history.team('Second line', ['lee']);
  history.tag('Late order');
  history.contact('ana', { name: 'Ána Ruíz', phone: '+34612345678', email: 'ana.ruiz@acme.example' });
  history.contact('ben', { name: 'Ben Okafor', company: 'Globex', phone: '+31201234567' });
  history.comment('ben', 'c1', 'Prefers to be called in the morning');
  history.start('a', 'ana', 'WhatsApp shop');
  history.start('b', 'ben', 'Web');
  const toAna = { in: 'a', from: 'ana', on: 'WhatsApp shop' };
  history.receive('m1', toAna, 'Where are my invoices? I need the facturas');
  history.receive('m2', toAna, 'An invoice, please: https://acme.example/pay');
  history.receive('m3', toAna, file('Contract-2026.pdf', 'Signed'));
  history.send('m4', { in: 'a', to: 'ana', on: 'WhatsApp shop', by: 'tom' }, 'Your invoice is late again');
  history.note('a', 'ana', 'n1', 'She is angry about the refund');
  history.receive('m5', { in: 'b', from: 'ben', on: 'Web' }, 'again late? The árbol was nice');
  history.about('a', { type: 'ConversationTagged', data: { tagId: id('Late order') } });
  history.assign('b', null, 'Second line');
}

describe('Searching in a shop', () => {
  beforeAll(() => told(shop));

  it.each([
    [
      'invoice',
      [
        'Your invoice is late again',
        'An invoice, please: https://acme.example/pay',
        'Where are my invoices? I need the facturas',
      ],
    ],
    ['"invoice"', ['Your invoice is late again', 'An invoice, please: https://acme.example/pay']],
    ['factura', ['Where are my invoices? I need the facturas']],
    ['"late again"', ['Your invoice is late again']],
    ['ARBOL', ['again late? The árbol was nice']],
    ['refun', ['She is angry about the refund']],
    ['contract-2026', ['Signed\nContract-2026.pdf']],
    ['has:file', ['Signed']],
    ['has:link', ['An invoice, please: https://acme.example/pay']],
    ['late from:tom', ['Your invoice is late again']],
    ['late from:ben', ['again late? The árbol was nice']],
    ['late from:tom from:ben', ['again late? The árbol was nice', 'Your invoice is late again']],
    ['late tag:late', ['Your invoice is late again']],
    ['late channel:web', ['again late? The árbol was nice']],
    ['late team:"second line"', ['again late? The árbol was nice']],
    ['late before:2026-05-01', []],
    [
      'late after:2026-05-01 before:2026-05-02',
      ['again late? The árbol was nice', 'Your invoice is late again'],
    ],
    [id('m4'), ['Your invoice is late again']],
    ['acme.example', ['An invoice, please: https://acme.example/pay']],
  ])('the search by %s finds %j', async (text, expected) => {
    expect(textsOf(await search(text))).toEqual(expected);
  });

  it('marks the found words as they are written in the text', async () => {
    const [hit] = (await search('facturas')).messages;
    expect(hit?.snippet.marks.map(([from, to]) => hit.snippet.text.slice(from, to))).toEqual(['facturas']);
    expect((await search('arbol')).messages[0]?.found).toEqual(['árbol']);
  });

  it.each([
    ['ana', ['Ána Ruíz']],
    ['rui', ['Ána Ruíz']],
    ['345678', ['Ána Ruíz']],
    ['+34 612 345', ['Ána Ruíz']],
    ['acme', ['Ána Ruíz']],
    ['ana.ruiz@acme.example', ['Ána Ruíz']],
    ['globex', ['Ben Okafor']],
    ['morning', ['Ben Okafor']],
    ['na', []],
  ])('the search by %s finds the contacts %j', async (text, expected) => {
    expect((await search(text)).contacts.map(({ name }) => name)).toEqual(expected);
  });

  it('finds conversations by their contact, their tag and their id', async () => {
    for (const text of ['ruiz', 'late order', id('a'), 'tag:late']) {
      expect((await search(text)).conversations.map(({ chatId }) => chatId)).toEqual([id('a')]);
    }
  });

  it('finds a contact with a similarly spelled name, and suggests a corrected word', async () => {
    const response = await search('okaffor');
    expect(response.contacts.map(({ name }) => name)).toEqual(['Ben Okafor']);
    expect(response.areContactsAlike).toBe(true);
    expect(await search('invoce')).toMatchObject({ messages: [], didYouMean: 'invoice' });
  });

  it('reports an operator whose value matches nothing', async () => {
    expect(await search('late tag:nothing')).toMatchObject({
      messages: [],
      unknown: [{ operator: 'tag', value: 'nothing' }],
    });
  });

  it('hides conversations and contacts that a user may not see, in results and in suggestions', async () => {
    // Lee sees unassigned conversations and those of Lee's team, but only on channels without members, which Web is
    // not.
    expect(textsOf(await search('late', { as: 'lee' }))).toEqual(['Your invoice is late again']);
    expect((await search('ben', { as: 'lee', module: false })).contacts).toEqual([]);
    expect((await search('arbbol', { as: 'lee' })).didYouMean).toBeNull();
    expect((await search('arbbol')).didYouMean).toBe('arbol');
    expect(textsOf(await search('late', { as: 'nobody' }))).toEqual([]);
  });

  it('returns page after page, exact matches first', async () => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: SearchResponse = await search('invoice', { limit: 1, cursor });
      found.push(...textsOf(page));
      cursor = page.next;
    } while (cursor);
    expect(found).toEqual(textsOf(await search('invoice')));
    expect(found).toHaveLength(3);
  });
});

it('finds a message by its provider’s id', async () => {
  const provider = '2c7b8a35-32b0-5a3c-8a0a-000000000001';
  await told((history) => {
    shop(history);
    history.add(`message-${provider}`, { type: 'MessageAliased', data: { messageId: id('m4') } });
  });
  expect(textsOf(await search(provider))).toEqual(['Your invoice is late again']);
});

it('finds a message by its text after an edit, and no longer by the text before', async () => {
  await told((history) => {
    shop(history);
    history.edit('m5', 'ben', 'Never mind');
  });
  expect(textsOf(await search('arbol'))).toEqual([]);
  expect(textsOf(await search('never mind'))).toEqual(['Never mind']);
});

it.each([1, 3, 1_000])(
  'keeps no word of deleted messages or erased contacts, in batches of %d',
  async (batchSize) => {
    await told((history) => {
      shop(history);
      history.delete('m1');
      history.erase('ana');
      history.about('b', { type: 'ConversationDeleted', data: { seenUpTo: '9', afterDays: null } });
      // An erased contact's later events cannot be decrypted, unless a process still has the key in memory, as here.
      history.receive('m9', { in: 'a', from: 'ana', on: 'WhatsApp shop' }, 'Ruiz again');
      history.comment('ana', 'c2', 'Ruiz called');
    }, batchSize);
    const left = JSON.stringify(await contentsOf(database, 'search'));
    expect(left).not.toMatch(/ruiz|612345678|invoice|refund|contract|arbol|árbol/i);
    expect(left).toContain('Globex');
    for (const text of ['invoice', 'ruiz', 'refund', 'again']) {
      const { messages, conversations } = await search(text);
      expect([messages, conversations]).toEqual([[], []]);
    }
  },
);

it.each([1_000, 1])(
  'finds merged contacts as a single contact, and as two after the merge is undone, in batches of %d',
  async (batchSize) => {
    const merged = (history: SearchHistory) => {
      shop(history);
      history.merge('ben', 'ana');
      history.start('c', 'ben', 'Web');
      history.receive('m6', { in: 'c', from: 'ben', on: 'Web' }, 'a third one');
      history.assign('c', 'tom');
    };
    const whose = (found: { contactName?: string | null; name?: string | null }[]) =>
      found.map(({ contactName, name }) => contactName ?? name);
    await told(merged, batchSize);
    for (const text of ['ana', 'okafor', 'globex', '+31 20 123']) {
      expect([text, ...whose((await search(text)).contacts)]).toEqual([text, 'Ána Ruíz']);
    }
    expect(whose((await search('okafor')).conversations)).toEqual(['Ána Ruíz', 'Ána Ruíz', 'Ána Ruíz']);
    expect(whose((await search('third')).messages)).toEqual(['Ána Ruíz']);
    expect(textsOf(await search('from:ana third'))).toEqual(['a third one']);
    expect(textsOf(await search('from:okafor facturas'))).toHaveLength(1);
    await told((history) => {
      merged(history);
      history.unmerge('ben', 'ana');
    }, batchSize);
    expect(whose((await search('okafor')).contacts)).toEqual(['Ben Okafor']);
    expect(whose((await search('third')).messages)).toEqual(['Ben Okafor']);
    expect(textsOf(await search('from:ana third'))).toEqual([]);
  },
);

it('leaves no word of an erased contact in the files of the indexes', async () => {
  const filesHold = async (word: string): Promise<boolean[]> => {
    await database.query('checkpoint');
    const { rows } = await database.query<{ file: Buffer }>(
      `select pg_read_binary_file(pg_relation_filepath(name::regclass)) as file
         from unnest('{search.entry_by_terms,search.contact_by_search}'::text[]) name`,
    );
    // The index on names stores trigrams, so it is searched for one of them.
    return rows.map(({ file }) => file.includes(word) || file.includes('qxq'));
  };
  const tell = (history: SearchHistory) => {
    shop(history);
    history.contact('ana', { name: 'Aqxqa' });
    history.receive('m8', { in: 'a', from: 'ana', on: 'WhatsApp shop' }, 'to Zanzibar');
  };
  await told(tell);
  expect(await filesHold('zanzibar')).toEqual([true, true]);
  await told((history) => {
    tell(history);
    history.erase('ana');
  }, 1);
  const forgetting = new SearchForgetting(database);
  expect((await forgetting.sweep()).sort()).toEqual(['contact_by_search', 'entry_by_terms']);
  expect(await filesHold('zanzibar')).toEqual([false, false]);
  expect(await forgetting.sweep()).toEqual([]);
});

it('the search view has the same rows however events are split into batches', async () => {
  const results = [];
  for (const batchSize of [1, 4, 1_000]) {
    await told(shop, batchSize);
    results.push(await contentsOf(database, 'search'));
  }
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
});
