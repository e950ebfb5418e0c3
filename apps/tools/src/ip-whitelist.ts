import 'reflect-metadata';
import { ipWhitelist, ToIpWhitelist } from '@parley/access/domain/ip-whitelist';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import type { Engines } from '@parley/server/engines';
import { findOrganisation, operatedOn, runTool, ToolError } from './support/tool';

const USAGE = `Usage: scripts/ip-whitelist list HOST|ID
       scripts/ip-whitelist clear HOST|ID`;

/**
 * Lists the permitted IP addresses of an organisation, or removes them all for an organisation that has locked itself
 * out.
 */
export async function* runIpWhitelist(
  { database, store }: Pick<Engines, 'database' | 'store'>,
  [command, hostOrId, ...rest]: string[],
): AsyncGenerator<string> {
  if ((command !== 'list' && command !== 'clear') || !hostOrId || rest.length > 0) throw new ToolError(USAGE);
  const organisation = await findOrganisation(database, hostOrId);
  const { id, name } = organisation;
  const aggregates = new Aggregates(store);
  const { state } = await aggregates.load(ipWhitelist, 'ipWhitelist', id, id);
  if (state.entries.size === 0) yield `${name} may be used from every address.`;
  else if (command === 'list') {
    for (const entry of state.entries.values()) yield `${entry.address}  ${entry.name}`;
  } else {
    const commands = busOf(aggregates, ToIpWhitelist);
    await commands.execute(new ToIpWhitelist({ type: 'Clear' }, operatedOn(organisation)));
    yield `${name} may be used from every address again; addresses taken off the list: ${state.entries.size}.`;
  }
}

if (require.main === module) void runTool(runIpWhitelist);
