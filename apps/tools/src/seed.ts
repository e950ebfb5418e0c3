import 'reflect-metadata';
import { parseArgs } from 'node:util';
import type { Database } from '@parley/platform/database/database';
import { harbourBikes } from '@parley/demo/demo-organisation';
import type { Cast } from './seed/history';
import { seedConversations } from './seed/seed';
import { oneByOne, together, type SeedLog } from './seed/seed-log';
import { stopSignal } from './support/ending';
import { ProgressLine } from './support/progress-line';
import { findOrganisation, runTool, ToolError } from './support/tool';

const USAGE = `Usage: scripts/seed --conversations N [--organisation HOST|ID]
Without --organisation it is ${harbourBikes.domain}.`;
const MOST = 10_000_000;

/** Adds conversations to an organisation, and prints the number of their events. */
export async function* runSeed(
  { database, log }: { database: Database; log: SeedLog },
  args: string[],
  { line, signal }: { line?: ProgressLine; signal?: AbortSignal } = {},
): AsyncGenerator<string> {
  const { count, host } = wanted(args);
  const organisation = await findOrganisation(database, host);
  const cast = await castOf(database, organisation.id);
  if (cast.channelIds.length === 0) throw new ToolError(`${organisation.name} has no channel to write on.`);
  line?.step(`Filling ${organisation.name}`);
  const { conversations, events } = await seedConversations(
    log,
    cast,
    { count, chance: Math.random, now: Date.now() },
    { signal, onProgress: (done) => line?.progress(done, 'conversations', done / count) },
  );
  line?.done('done');
  const made = `${conversations.toLocaleString('en')} conversations, of ${events.toLocaleString('en')} events`;
  yield `${made}. They show as the projector folds them: at once where the product runs, else at its next start.`;
}

function wanted(args: string[]): { count: number; host: string } {
  let given;
  try {
    const options = { conversations: { type: 'string' }, organisation: { type: 'string' } } as const;
    given = parseArgs({ args, options }).values;
  } catch (error) {
    throw new ToolError(`${(error as Error).message}\n${USAGE}`);
  }
  const { conversations = '', organisation: host = harbourBikes.domain } = given;
  const count = Number(conversations);
  if (!/^[1-9]\d*$/.test(conversations) || count > MOST) throw new ToolError(USAGE);
  return { count, host };
}

/** @returns the channels, teams, users and tags for the conversations of an organisation */
async function castOf(database: Database, customerId: string): Promise<Cast> {
  const ids = async (sql: string) => {
    const { rows } = await database.query<{ id: string }>(sql, [customerId]);
    return rows.map(({ id }) => id);
  };
  return {
    customerId,
    channelIds: await ids(
      "select id from channels.channel where customer_id = $1 and (set_up -> 'isConnected')::boolean order by id",
    ),
    teamIds: await ids('select id from access.team where customer_id = $1 order by id'),
    userIds: await ids(
      "select id from access.user_account where customer_id = $1 and state = 'active' order by id",
    ),
    tagIds: await ids(
      "select id from catalogue.mark where customer_id = $1 and kind = 'tag' and stands_for = id and not is_deleted order by id",
    ),
  };
}

if (require.main === module) {
  const signal = stopSignal();
  const line = new ProgressLine(process.stderr);
  void runTool(({ config, database, store, subjectKeys }, args) => {
    const log = config.eventStoreUrl ? oneByOne(store) : together(store, database, subjectKeys);
    return runSeed({ database, log }, args, { line, signal });
  });
}
