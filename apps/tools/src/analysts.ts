import 'reflect-metadata';
import { analystLogin, letAnalystsRead, shutOutAnalysts } from '@parley/exports/analysts';
import type { Engines } from '@parley/server/engines';
import { findOrganisation, runTool, ToolError } from './support/tool';

const USAGE = `Usage: scripts/analysts on HOST|ID
       scripts/analysts off HOST|ID`;

/** Lets analysts of one organisation read its conversations, messages and contacts with SQL, or no more. */
export async function* runAnalysts(
  { database }: Pick<Engines, 'database'>,
  [command, hostOrId, ...rest]: string[],
): AsyncGenerator<string> {
  if ((command !== 'on' && command !== 'off') || !hostOrId || rest.length > 0) throw new ToolError(USAGE);
  const { id, name } = await findOrganisation(database, hostOrId);
  if (command === 'off') {
    const could = await shutOutAnalysts(database, id);
    yield could ? `Analysts of ${name} can read no more.` : `Analysts of ${name} could not read.`;
    return;
  }
  const password = await letAnalystsRead(database, id);
  yield `Analysts of ${name} can read the schema analytics_v1:`;
  yield `  user      ${analystLogin(id)}`;
  yield `  password  ${password}`;
  yield 'The password is kept nowhere: this is the only time that it is shown.';
}

if (require.main === module) void runTool(runAnalysts);
