import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { Proof } from '../../../libs/test-support/testing/src/proof/proof';
import { Api } from '../support/api';
import { inDatabase } from '../support/database';
import { demo, demoIngress } from '../support/demo';
import { Product } from '../support/product';
import { untilTaken } from '../support/traffic';
import { messageWebhook, postWebhook } from '../support/webhook';

const PEOPLE = 40;
const CONNECTIONS = 4;
const MESSAGES_A_KILL = 20;

const proof = new Proof('routing', { unit: 'messages', small: 40, full: 2_000 });
const messages = proof.count;
const kills = Math.ceil(messages / MESSAGES_A_KILL);

const noConditions = {
  ...{ channelIds: [], identityIds: [], firstMessages: null, contact: [], templateIds: [], hours: null },
};
const noActions = {
  ...{ userId: null, teamId: null, sharing: null, highPriority: null, addTagIds: [], removeTagIds: [] },
  ...{ addLabelIds: [], removeLabelIds: [], addListIds: [], removeListIds: [] },
};

test('decides and applies the rules for each message once while the server is killed and messages are posted repeatedly', async () => {
  test.skip(!proof.isFull, 'It takes minutes: scripts/torture routing runs it.');
  test.setTimeout(proof.timeout(600, 2 * 3_600));
  const product = await Product.start();
  try {
    await makeRules(await Api.signIn(product, demo.admin.email));
    const random = proof.random;
    const numbers = Array.from({ length: messages }, (_, index) => index);
    // The provider posts some messages twice, at the same time or later.
    const posts = numbers.flatMap((number) => (random.chance(0.3) ? [number, number] : [number])).entries();
    let posted = 0;
    const url = demoIngress(product.url);
    const connection = async () => {
      for (const [, number] of posts) {
        const body = webhook(number, number % 2 === 0 ? 'red' : 'blue');
        await untilTaken(`webhook ${number}`, (signal) => postWebhook(url, body, demo.appSecret, signal));
        posted = Math.max(posted, number + 1);
      }
    };
    const killer = async () => {
      for (let kill = 0; kill < kills; kill++) {
        while (posted < kill * MESSAGES_A_KILL) await pause(5);
        await pause(random.below(1_500));
        await product.kill();
        await product.boot();
        proof.progress(kill * MESSAGES_A_KILL);
      }
    };
    await Promise.all([killer(), ...Array.from({ length: CONNECTIONS }, connection)]);

    const patience = { timeout: proof.timeout(120, 600), intervals: [500] };
    await expect.poll(async () => (await decided(product)).length, patience).toBeGreaterThanOrEqual(messages);
    await expect.poll(() => product.metric('parley_bus_lag_messages'), patience).toBe(0);
    const decisions = await decided(product);
    expect(decisions.length).toBe(messages);
    expect(new Set(decisions.map(({ messageId }) => messageId)).size).toBe(messages);
    // Each decided tag action has caused exactly one event, and there are no other such events.
    const done = decisions.flatMap((decision) => decision.done).filter((what) => what.endsWith('tag'));
    const facts = await tagFacts(product);
    expect(facts.length).toBe(done.length);
    expect(facts.filter(({ isRepeated }) => isRepeated)).toEqual([]);
    // The team's assignment pool was claimed once per claim id, even if the worker was killed between claim and
    // decision.
    const { claims, different, undecided } = await claimed(product);
    expect(claims).toBeGreaterThan(0);
    expect({ different, undecided }).toEqual({ different: claims, undecided: 0 });
    proof.report(messages, { kills, deeds: done.length, claims });
  } finally {
    await product.stop();
  }
});

function webhook(number: number, word: string): Buffer {
  return messageWebhook({
    id: `wamid.routing.${number}`,
    // Thus each contact sends both words, one after the other.
    from: `3461200${String(Math.floor(number / 2) % PEOPLE).padStart(4, '0')}`,
    name: 'Ana Ruiz',
    content: { type: 'text', text: { body: `message ${number} is ${word}` } },
  });
}

/** Creates the rules: "red" adds the tag and assigns to the team by round robin; "blue" removes the tag. */
async function makeRules(api: Api): Promise<void> {
  const post = async (path: string, body: object): Promise<string> => {
    const response = await api.request('POST', `/api/v3/${path}`, body);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { id: string }).id;
  };
  const tag = await post('tags', { name: 'red', colour: '#0f7b6c' });
  const { data: users } = await api.get<{ data: { id: string }[] }>('/api/v3/users');
  const teamId = await post('teams', {
    ...{ name: 'Sharers', colour: '#0f7b6c', userIds: users.slice(0, 3).map(({ id }) => id) },
  });
  const sharing = {
    ...{ by: 'turn', cap: null, onlyAvailable: false, lastAgentFirst: false, reassignsOffline: false },
  };
  const rule = (word: string, actions: object) =>
    post('smart-routes', {
      ...{ title: word, isOn: true, actions: { ...noActions, ...actions } },
      conditions: { ...noConditions, keywords: { words: [word], match: 'any', by: 'word' } },
    });
  await rule('red', { addTagIds: [tag], teamId, sharing });
  await rule('blue', { removeTagIds: [tag] });
}

interface Decided {
  messageId: string;
  done: string[];
}

/** The routing decisions in the log. */
function decided(product: Product): Promise<Decided[]> {
  return inDatabase(product, async (database) => {
    const { rows } = await database.query<{ data: { messageId: string; done: { what: string }[] } }>(
      `select data from event_log.event where type = 'ConversationRouted'`,
    );
    return rows.map(({ data: { messageId, done } }) => ({ messageId, done: done.map(({ what }) => what) }));
  });
}

/** Counts claims of the team's assignment pool: all, different ones, and different ones without a decision. */
function claimed(product: Product): Promise<{ claims: number; different: number; undecided: number }> {
  return inDatabase(product, async (database) => {
    const { rows } = await database.query<{ claims: number; different: number; undecided: number }>(
      `with claim as (select data ->> 'claim' as id from event_log.event where type = 'RotaClaimed'),
            decided as (select data -> 'shared' ->> 'claim' as id from event_log.event where type = 'ConversationRouted')
       select count(*)::int as claims, count(distinct id)::int as different,
              (count(*) filter (where id not in (select id from decided where id is not null)))::int as undecided from claim`,
    );
    return rows[0]!;
  });
}

/** Tag events of the routed conversations; `isRepeated` if the same event occurs twice in a row for a tag. */
function tagFacts(product: Product): Promise<{ isRepeated: boolean }[]> {
  return inDatabase(product, async (database) => {
    const { rows } = await database.query<{ isRepeated: boolean }>(
      `select coalesce(type = lag(type) over (partition by stream_no, data ->> 'tagId' order by version), false) as "isRepeated"
         from event_log.event e where type in ('ConversationTagged', 'ConversationUntagged')
          and exists (select from event_log.event r where r.stream_no = e.stream_no and r.type = 'ConversationRouted')`,
    );
    return rows;
  });
}
