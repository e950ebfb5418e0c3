import { validate as isUuid } from 'uuid';
import { CodedError } from '@parley/contracts/api/coded-error';
import { doneBy, type CommandContext } from '@parley/event-sourcing/decider/command';
import { ConfigError, loadConfig } from '@parley/platform/config/config';
import type { Database } from '@parley/platform/database/database';
import { StartError } from '@parley/platform/config/start-error';
import { openEngines, TOOL_APPLICATION, type Engines } from '@parley/server/engines';
import { closeAtEnd } from './ending';

/** What was asked for cannot be done, in one sentence for whoever asked. */
export class ToolError extends Error {}

export interface Organisation {
  id: string;
  name: string;
}

/** @throws ToolError */
export async function findOrganisation(database: Database, hostOrId: string): Promise<Organisation> {
  const { rows } = await database.query<Organisation>(
    'select id, name from access.customer where id = $1 or lower(domain) = lower($2)',
    [isUuid(hostOrId) ? hostOrId : null, hostOrId],
  );
  if (rows[0]) return rows[0];
  throw new ToolError(`No organisation has the host or id "${hostOrId}".`);
}

/** The context of what the operator does to an organisation. */
export function operatedOn({ id }: Organisation): CommandContext {
  return doneBy('operator', { customerId: id, now: new Date().toISOString() });
}

/** Runs a command of the operator on the engines, and prints what it says a line at a time. */
export async function runTool(
  work: (engines: Engines, args: string[]) => AsyncIterable<string>,
): Promise<void> {
  let engines: Engines | undefined;
  try {
    // A tool serves nobody: it needs neither roles nor sign-in.
    const config = loadConfig({ ...process.env, PARLEY_ROLES: undefined, OIDC_ISSUER: undefined });
    engines = await openEngines(config, TOOL_APPLICATION);
    for await (const line of work(engines, process.argv.slice(2))) process.stdout.write(`${line}\n`);
  } catch (error) {
    const isExpected = [ToolError, CodedError, ConfigError, StartError].some((kind) => error instanceof kind);
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
    process.stderr.write(`${isExpected ? message : (stack ?? message)}\n`);
    process.exitCode = 1;
  } finally {
    await closeAtEnd(engines);
  }
}

/** On one line, and without what a terminal would take for a command: much of what tools print comes from outside. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
