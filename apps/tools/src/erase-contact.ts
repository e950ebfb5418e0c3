import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { validate as isUuid } from 'uuid';
import { ContactQueries } from '@parley/contacts/read/contacts.queries';
import { doneBy } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { ConfigError, loadConfig } from '@parley/platform/config/config';
import { StartError } from '@parley/platform/config/start-error';
import { openEngines, TOOL_APPLICATION, type Engines } from '@parley/server/engines';
import { eraseEverywhere, type ErasureReport } from '@parley/erasure/erase-everywhere';
import { closeAtEnd } from './support/ending';

const USAGE = 'Usage: scripts/erase-contact ID [--customer ID] [--sweep-bus]';

class UsageError extends Error {}

export interface Erasing {
  contactId: string;
  customerId?: string;
  sweep: boolean;
}

/** @throws UsageError if the arguments are invalid */
export function erasingOf(args: string[]): Erasing {
  const options = { customer: { type: 'string' }, 'sweep-bus': { type: 'boolean' } } as const;
  let given;
  try {
    given = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
  const [contactId, ...rest] = given.positionals;
  const { customer: customerId, 'sweep-bus': sweep = false } = given.values;
  const ids = [contactId, customerId].filter((id) => id !== undefined);
  if (!contactId || rest.length > 0) throw new UsageError(USAGE);
  const wrong = ids.find((id) => !isUuid(id));
  if (wrong !== undefined) throw new UsageError(`${wrong} is no id.\n${USAGE}`);
  return { contactId, customerId, sweep };
}

/** @returns lines with everything that was done, and what is left to do */
export function describeErasure(
  { parked, files, behind, swept }: ErasureReport,
  { onKafka }: { onKafka: boolean },
): string[] {
  const lines = [`Erased. ${files} files and ${parked} parked messages are gone.`];
  const kept = 'The bus keeps bodies of webhooks for 7 days at most';
  if (onKafka) lines.push(`${kept}. Kafka lets nobody take single messages off sooner.`);
  else if (swept === null) lines.push(`${kept}; --sweep-bus takes the consumed ones off now.`);
  else lines.push(`${swept} consumed messages were swept off the bus.`);
  if (behind.length > 0) {
    lines.push(
      `Not scrubbed yet: ${behind.join(', ')}. Their rows go once a projector runs; then run this again.`,
    );
  }
  return lines;
}

async function erase(engines: Engines, { contactId, customerId, sweep }: Erasing): Promise<ErasureReport> {
  const customer = customerId ?? (await new ContactQueries(engines.database).customerOf(contactId));
  if (!customer) throw new NotFound();
  const context = doneBy('erase-contact', { customerId: customer, now: new Date().toISOString() });
  return eraseEverywhere(engines, contactId, context, { sweep });
}

async function main(): Promise<void> {
  let engines: Engines | undefined;
  try {
    const erasing = erasingOf(process.argv.slice(2));
    // A tool handles no requests, so it needs neither roles nor a sign-in.
    engines = await openEngines(
      loadConfig({ ...process.env, PARLEY_ROLES: undefined, OIDC_ISSUER: undefined }),
      TOOL_APPLICATION,
    );
    const report = await erase(engines, erasing);
    process.stdout.write(
      `${describeErasure(report, { onKafka: engines.config.kafka !== undefined }).join('\n')}\n`,
    );
    if (report.behind.length > 0) process.exitCode = 1;
  } catch (error) {
    const isExpected = [UsageError, ConfigError, StartError].some((kind) => error instanceof kind);
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
    const sentence = error instanceof NotFound ? 'There is no such contact.' : isExpected ? message : stack;
    process.stderr.write(`${sentence ?? message}\n`);
    process.exitCode = 1;
  } finally {
    await closeAtEnd(engines);
  }
}

if (require.main === module) void main();
