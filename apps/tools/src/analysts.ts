import 'reflect-metadata';
import { closeAnalysts, openAnalysts, openDatabases } from '@parley/exports/analysts';
import { templateScript } from '@parley/exports/analysts-database';
import type { Database } from '@parley/platform/database/database';
import type { Engines } from '@parley/server/engines';
import { findOrganisation, runTool, ToolError } from './support/tool';

const USAGE = `Usage: scripts/analysts on HOST|ID
       scripts/analysts off HOST|ID
       scripts/analysts template`;

/**
 * Opens or closes an organisation's database for analysts. `template` prints SQL that a superuser must run once
 * before the first opening.
 */
export async function* runAnalysts(
  { database }: Pick<Engines, 'database'>,
  [command, ...args]: string[],
): AsyncGenerator<string> {
  if (command === 'template' && args.length === 0) {
    const { rows } = await database.query<{ name: string }>('select current_user as name');
    yield templateScript(rows[0]!.name);
    return;
  }
  const [hostOrId, ...rest] = args;
  if ((command !== 'on' && command !== 'off') || !hostOrId || rest.length > 0) throw new ToolError(USAGE);
  const { id, name } = await findOrganisation(database, hostOrId);
  if (command === 'off') {
    const had = await closeAnalysts(database, id);
    yield had ? `Analysts of ${name} can read no more.` : `Analysts of ${name} could not read.`;
    return;
  }
  yield* open(database, id, name);
}

async function* open(database: Database, id: string, name: string): AsyncGenerator<string> {
  const login = await openAnalysts(database, id);
  yield `Analysts of ${name} can read the schema analytics_v1:`;
  yield `  database  ${login.database}`;
  yield `  user      ${login.user}`;
  yield `  password  ${login.password}`;
  yield 'The password is stored nowhere: this is the only time that it is shown.';
  const others = await openDatabases(database);
  if (others.length === 0) return;
  yield `Every login can also connect to ${others.join(', ')}: close these with`;
  for (const other of others) yield `  revoke connect, temporary on database "${other}" from public;`;
}

if (require.main === module) void runTool(runAnalysts);
