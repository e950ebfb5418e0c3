import 'reflect-metadata';
import { customer } from '@parley/access/domain/customer';
import { domainName } from '@parley/access/domain/domain-name';
import { CustomerHandler, ToCustomer } from '@parley/access/write/customer.handler';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { Engines } from '@parley/server/engines';
import { sentenceOf } from './support/domain-refusal';
import { findOrganisation, operatedOn, runTool, ToolError } from './support/tool';

const USAGE = 'Usage: scripts/organisation-domains HOST|ID [add|remove DOMAIN]';

/** Lists the host names by which an organisation is found, or adds or removes one. */
export async function* runOrganisationDomains(
  { database, store, masterKey }: Pick<Engines, 'database' | 'store' | 'masterKey'>,
  [hostOrId, change, host, ...rest]: string[],
): AsyncGenerator<string> {
  if (!hostOrId || rest.length > 0) throw new ToolError(USAGE);
  const organisation = await findOrganisation(database, hostOrId);
  const aggregates = new Aggregates(store);
  if (change === undefined) {
    yield* (await aggregates.load(customer, 'customer', organisation.id, organisation.id)).state.domains;
    return;
  }
  if ((change !== 'add' && change !== 'remove') || host === undefined) throw new ToolError(USAGE);
  const domain = domainName(host) ?? host;
  const command = { type: change === 'add' ? 'AddDomain' : 'RemoveDomain', domain } as const;
  const commands = busOf(aggregates, new CustomerHandler(new Claims(aggregates, masterKey)));
  const done = await commands
    .execute(new ToCustomer(organisation.id, command, operatedOn(organisation)))
    .catch((error: unknown) => {
      throw error instanceof Rejected ? new ToolError(sentenceOf(error, domain)) : error;
    });
  yield* done.state.domains;
}

if (require.main === module) void runTool(runOrganisationDomains);
