import { validate as isUuid } from 'uuid';
import { CodedError } from '@parley/contracts/api/coded-error';
import { doneBy, type CommandContext } from '@parley/event-sourcing/decider/command';
import { ConfigError, loadConfig } from '@parley/platform/config/config';
import type { Database } from '@parley/platform/database/database';
import { StartError } from '@parley/platform/config/start-error';
import { openEngines, TOOL_APPLICATION, type Engines } from '@parley/server/engines';
import { closeAtEnd } from './ending';

/** Thrown if a tool cannot do what the operator requested. The message is one sentence for the operator. */
export class ToolError extends Error {}

export interface Organisation {
  id: string;
  name: string;
}

/** @throws ToolError if there is no such organisation */
export async function findOrganisation(database: Database, hostOrId: string): Promise<Organisation> {
  const { rows } = await database.query<Organisation>(
    'select id, name from access.customer where id = $1 or lower(domain) = lower($2)',
    [isUuid(hostOrId) ? hostOrId : null, hostOrId],
  );
  if (rows[0]) return rows[0];
  throw new ToolError(`No organisation has the host or id "${hostOrId}".`);
}

/** @returns the context of an operator's command on an organisation */
export function operatedOn({ id }: Organisation): CommandContext {
  return doneBy('operator', { customerId: id, now: new Date().toISOString() });
}

/** Opens the engines, runs an operator's command, and prints its lines. */
export async function runTool(
  work: (engines: Engines, args: string[]) => AsyncIterable<string>,
): Promise<void> {
  let engines: Engines | undefined;
  try {
    // A tool handles no requests, so it needs neither roles nor a sign-in.
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

/**
 * Makes text printable on one line: replaces line breaks, and control characters that a terminal would execute, since
 * much of the printed text was written by contacts and providers.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
