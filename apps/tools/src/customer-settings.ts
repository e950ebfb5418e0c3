import 'reflect-metadata';
import { customer } from '@parley/access/domain/customer';
import { customerSettingNames, isCustomerSettingName } from '@parley/access/domain/customer-settings';
import { CustomerHandler, ToCustomer } from '@parley/access/write/customer.handler';
import type { CustomerSettingName, CustomerSettings, ForcedTeamFilter } from '@parley/contracts/events';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { Database } from '@parley/platform/database/database';
import type { Engines } from '@parley/server/engines';
import { findOrganisation, operatedOn, runTool, ToolError, type Organisation } from './support/tool';

const USAGE = `Usage: scripts/customer-settings HOST|ID [NAME=VALUE…]
  switches are on or off; limits and prices (in cents) are numbers, -1 for none; texts are as they are
  forcedTeamFilter is off, on, on+unassigned, or either of the last two with teams: on:Sales,Support`;

/** Lists the settings of an organisation, or changes the given ones. */
export async function* runCustomerSettings(
  { database, store, masterKey }: Pick<Engines, 'database' | 'store' | 'masterKey'>,
  [hostOrId, ...assignments]: string[],
): AsyncGenerator<string> {
  if (!hostOrId) throw new ToolError(USAGE);
  const organisation = await findOrganisation(database, hostOrId);
  const { id } = organisation;
  const aggregates = new Aggregates(store);
  const { state } = await aggregates.load(customer, 'customer', id, id);
  if (assignments.length === 0) {
    for (const name of customerSettingNames) yield `${name}=${shown(state.settings[name])}`;
    return;
  }
  const settings: Record<string, unknown> = {};
  for (const assignment of assignments) {
    const { name, value } = await parse(assignment, state.settings, database, organisation);
    settings[name] = value;
  }
  const commands = busOf(aggregates, new CustomerHandler(new Claims(aggregates, masterKey)));
  const command = { type: 'ChangeSettings', settings: settings as Partial<CustomerSettings> } as const;
  const change = new ToCustomer(id, command, operatedOn(organisation));
  const { events } = await commands.execute(change).catch((error: unknown) => {
    const isWrong = error instanceof Rejected && error.code === 'setting_invalid';
    throw isWrong ? new ToolError(`${error.detail} cannot be that.\n${USAGE}`) : error;
  });
  for (const { data } of events) if ('value' in data) yield `${data.name}=${shown(data.value)}`;
  if (events.length === 0) yield 'Nothing changed: that is how it was.';
}

async function parse(
  assignment: string,
  settings: CustomerSettings,
  database: Database,
  organisation: Organisation,
): Promise<{ name: CustomerSettingName; value: unknown }> {
  const [, name = '', text = ''] = /^([^=]+)=(.*)$/s.exec(assignment) ?? [];
  if (!isCustomerSettingName(name))
    throw new ToolError(`There is no setting "${name || assignment}".\n${USAGE}`);
  if (name === 'openAiApiKey') {
    throw new ToolError('The AI key is set by the organisation’s administrators, under Settings, System.');
  }
  if (name === 'forcedTeamFilter') return { name, value: await parseFilter(text, database, organisation) };
  const current = settings[name];
  if (typeof current === 'string') return { name, value: text };
  if (typeof current === 'boolean') {
    if (text !== 'on' && text !== 'off') throw new ToolError(`${name} is on or off, not "${text}".`);
    return { name, value: text === 'on' };
  }
  if (!/^-?\d+$/.test(text)) throw new ToolError(`${name} is a whole number, not "${text}".`);
  return { name, value: Number(text) };
}

async function parseFilter(
  text: string,
  database: Database,
  { id }: Organisation,
): Promise<ForcedTeamFilter> {
  const [, state, unassigned, names] = /^(on|off)(\+unassigned)?(?::(.+))?$/.exec(text) ?? [];
  if (!state) throw new ToolError(`forcedTeamFilter cannot be "${text}".\n${USAGE}`);
  const wanted = names?.split(',').map((name) => name.trim()) ?? [];
  const { rows } = await database.query<{ id: string; name: string }>(
    'select id, name from access.team where customer_id = $1 and name = any($2)',
    [id, wanted],
  );
  const missing = wanted.find((name) => !rows.some((team) => team.name === name));
  if (missing !== undefined) throw new ToolError(`There is no team "${missing}".`);
  return {
    enabled: state === 'on',
    teamIds: rows.map((team) => team.id),
    includeUnassignedChats: unassigned !== undefined,
  };
}

function shown(value: CustomerSettings[CustomerSettingName]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null) return 'none';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(({ name }) => name).join(', ') || 'none';
  if ('lastFour' in value) return `…${value.lastFour}`;
  const unassigned = value.includeUnassignedChats ? '+unassigned' : '';
  const teams = value.teamIds.length > 0 ? `:${value.teamIds.join(',')}` : '';
  return value.enabled ? `on${unassigned}${teams}` : 'off';
}

if (require.main === module) void runTool(runCustomerSettings);
