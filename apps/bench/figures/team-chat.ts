import { randomUUID } from 'node:crypto';
import { TeamChatQueries } from '@parley/team-chat/read/team-chat.queries';
import { TeamThreadQueries } from '@parley/team-chat/read/team-thread.queries';
import type { Bench, Figure, Measurement } from '../figure';
import { percentile } from '../statistics';
import { Arrivals } from '../support/arrivals';
import { install, startWhole, type Installation } from '../support/installation';
import { latencies } from '../support/latencies';
import { Listeners } from '../support/listeners';

const PEOPLE = 200;
/** A smaller number of participants, to show that the cost does not depend on their number. */
const FEW = 20;
const MESSAGES = 40;
const PER_SECOND = 20;
const CHATS = 10_000;
const ENTRIES_EACH = 500;

/**
 * Measures the time of a message in a large chat until it has reached the last participant's socket, and the time to
 * list chats and open one among many.
 */
export const teamChat: Figure = {
  name: 'team-chat',
  async measure(bench) {
    const installation = await install(bench, bench.size(PEOPLE));
    const address = await startWhole(bench, installation);
    const few = await toAll(bench, installation, {
      address,
      people: Math.ceil(bench.size(PEOPLE) / (PEOPLE / FEW)),
    });
    const many = await toAll(bench, installation, { address, people: bench.size(PEOPLE) });
    return [
      {
        name: `team-chat, message to ${bench.size(PEOPLE)} people, p95`,
        value: percentile(many, 0.95),
        unit: 'ms',
        floor: percentile(few, 0.95),
        goal: { of: 'value', atMost: 150 },
      },
      ...(await amongMany(bench, installation)),
    ];
  },
};

/** @returns for each message, the time in ms from the request to the last socket */
async function toAll(
  bench: Bench,
  installation: Installation,
  { address, people }: { address: string; people: number },
): Promise<number[]> {
  const userIds = installation.agentIds.slice(0, people);
  const tokens = await Promise.all(userIds.map((id) => installation.tokenOf(id)));
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const response = await fetch(`${address}/api/v3${path}`, {
      method: 'POST',
      headers: {
        'api-key': 'parley-web',
        'content-type': 'application/json',
        authorization: `Bearer ${tokens[0]}`,
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const { id } = await post('/team-chats', { userIds, title: `${people} people` });
  bench.tell(`${people} people connect`);
  const listeners = await Listeners.connect(address, tokens);
  const arrivals = new Arrivals(listeners);
  const once = async () => {
    const word = arrivals.newWord();
    const began = performance.now();
    await post(`/team-chats/${id}/entries`, { tmpId: randomUUID(), message: word });
    const [times = []] = await arrivals.of([word]);
    return Math.max(...times) - began;
  };
  await once();
  const taken: number[] = [];
  while (taken.length < bench.size(MESSAGES)) taken.push(await once());
  await listeners.close();
  return taken;
}

/**
 * Inserts the rows of many chats by SQL, in the form in which the views write them, and measures the requests that a
 * window makes when it opens.
 */
async function amongMany(
  bench: Bench,
  { customerId, agentIds, engines }: Installation,
): Promise<Measurement[]> {
  const { database } = engines;
  const [chats, each] = [bench.size(CHATS), bench.size(ENTRIES_EACH)];
  const [me, other] = agentIds as [string, string];
  const own = randomUUID();
  bench.tell(`${chats.toLocaleString('en')} chats of ${each} entries are filled`);
  await database.query(
    `with made as (
       insert into team_chat.chat (id, customer_id, created_at, last_position, last_at)
       select case when n = 1 then $5::uuid else gen_random_uuid() end, $1, now() - interval '1 year',
              to_char($3::integer, 'FM0000000000'), now() - n * interval '1 second'
         from generate_series(1, $4::integer) n returning id),
     seats as (
       insert into team_chat.participant
         (chat_id, user_id, customer_id, id, from_position, delivered_up_to, read_up_to)
       select m.id, u.id, $1, gen_random_uuid(), '0', '0', '0' from made m, unnest($2::uuid[]) u(id)),
     stays as (
       insert into team_thread.stay (chat_id, user_id, from_position)
       select m.id, u.id, '0' from made m, unnest($2::uuid[]) u(id)),
     said as (
       select m.id as chat_id, gen_random_uuid() as id, to_char(n, 'FM0000000000') as position, n
         from made m, generate_series(1, $3::integer) n),
     listed as (
       insert into team_chat.entry (id, chat_id, customer_id, position, user_id, type, preview, mentions, created_at)
       select id, chat_id, $1, position, $2[1 + n % 2], 'text', 'Message ' || n, '{}', now() - n * interval '1 minute'
         from said)
     insert into team_thread.entry
       (id, chat_id, customer_id, position, user_id, tmp_id, message, attachments, mentions, reactions,
        is_edited, is_deleted, created_at)
     select id, chat_id, $1, position, $2[1 + n % 2], id::text, 'Message ' || n, '[]', '{}', '[]', false, false,
            now() - n * interval '1 minute' from said`,
    [customerId, [me, other], each, chats, own],
  );
  await database.query('analyze team_chat.entry, team_chat.participant, team_chat.chat, team_thread.entry');
  const [queries, threads] = [new TeamChatQueries(database), new TeamThreadQueries(database)];
  const viewer = { customerId, userId: me };
  const count = bench.size(200);
  const list = await latencies(PER_SECOND, count, () =>
    queries.list(viewer, { archived: false, page: 1, limit: 50 }),
  );
  const open = await latencies(PER_SECOND, count, async () => {
    await queries.find(viewer, own);
    await threads.entries(viewer, { chatId: own, page: 1, limit: 50 });
  });
  const at = `at ${chats.toLocaleString('en')} chats of ${each}`;
  return [
    {
      name: `team-chat, list ${at}, p95`,
      value: percentile(list, 0.95),
      unit: 'ms',
      goal: { of: 'value', atMost: 50 },
    },
    {
      name: `team-chat, open ${at}, p95`,
      value: percentile(open, 0.95),
      unit: 'ms',
      goal: { of: 'value', atMost: 25 },
    },
  ];
}
