import 'reflect-metadata';
import { ParkedReactions, type ParkedReaction } from '@parley/event-sourcing/reaction/parked-reactions';
import type { Bus } from '@parley/platform/bus/bus';
import { ParkedMessages, type ParkedMessage } from '@parley/platform/bus/parked-messages';
import { ConfigError, loadConfig } from '@parley/platform/config/config';
import type { Database } from '@parley/platform/database/database';
import { StartError } from '@parley/platform/config/start-error';
import { openEngines, TOOL_APPLICATION, type Engines } from '@parley/server/engines';
import { closeAtEnd } from './support/ending';
import { printable } from './support/tool';

const USAGE = `Usage: scripts/parked list
       scripts/parked show ID
       scripts/parked retry ID… | all
       scripts/parked drop ID… | all`;

class UsageError extends Error {}

/** Thrown if some of the given ids belong to no dead letter. */
class NotParked extends Error {}

/** The dead letters for the command: messages of the bus, and events that reactions stopped retrying. */
export class Parked {
  readonly messages: ParkedMessages;
  readonly reactions: ParkedReactions;

  constructor(
    database: Database,
    private readonly bus: Bus,
  ) {
    this.messages = new ParkedMessages(database);
    this.reactions = new ParkedReactions(database);
  }

  /**
   * @returns a line for each dead letter, first those of the bus and then those of reactions, oldest first; a last
   * line counts those that are omitted
   */
  async list(): Promise<string[]> {
    const [messages, reactions] = await Promise.all([this.messages.list(), this.reactions.list()]);
    const counts = [...(await this.messages.count()), ...(await this.reactions.count())];
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    const lines = [
      ...messages.map((found) => [
        found.parkedId,
        found.parkedAt.toISOString(),
        `${found.topic} (${found.group})`,
        found.error,
      ]),
      ...reactions.map((found) => [
        found.parkedId,
        found.parkedAt.toISOString(),
        `reaction ${found.reaction}${found.retryAt ? ', to be tried again' : ''}`,
        found.error,
      ]),
    ].map((columns) => columns.map(printable).join('  '));
    if (lines.length < total) lines.push(`… and ${total - lines.length} more.`);
    return lines.length > 0 ? lines : ['Nothing is parked.'];
  }

  /** @returns the details; null if no dead letter has the id, like `retry` and `drop` */
  async show(id: string): Promise<string[] | null> {
    const message = await this.messages.find(id);
    if (message) return describeMessage(message);
    const reaction = await this.reactions.find(id);
    return reaction ? describeReaction(reaction) : null;
  }

  async retry(id: string): Promise<string[] | null> {
    if (await this.messages.retry(this.bus, id)) return [`${id} is published again.`];
    return (await this.reactions.retry(id)) ? [`${id} will be tried again by a worker.`] : null;
  }

  async drop(id: string): Promise<string[] | null> {
    const isDropped = (await this.messages.drop(id)) || (await this.reactions.drop(id));
    return isDropped ? [`${id} is dropped.`] : null;
  }

  async ids(): Promise<string[]> {
    return [...(await this.messages.ids()), ...(await this.reactions.ids())];
  }
}

/**
 * Runs a command and yields its output line by line.
 * @throws UsageError if the arguments are invalid
 * @throws NotParked for ids without a dead letter, once all others are handled
 */
async function* run(parked: Parked, [command, ...ids]: string[]): AsyncGenerator<string> {
  if (command === 'list' && ids.length === 0) return yield* await parked.list();
  const isShow = command === 'show' && ids.length === 1;
  if (!isShow && ((command !== 'retry' && command !== 'drop') || ids.length === 0))
    throw new UsageError(USAGE);
  const wanted = !isShow && ids.join() === 'all' ? await parked.ids() : ids;
  if (wanted.length === 0) yield 'Nothing is parked.';
  const missing: string[] = [];
  for (const id of wanted) {
    const lines = await parked[command](id);
    if (lines) yield* lines;
    else missing.push(`${printable(id)} is not parked.`);
  }
  if (missing.length > 0) throw new NotParked(missing.join('\n'));
}

function describeMessage(message: ParkedMessage): string[] {
  const { topic, group, partition, offset, key, id, customerId, headers, error, parkedAt, value } = message;
  return [
    `topic      ${topic}, group ${group}, partition ${partition}, offset ${offset}`,
    `message    ${printable(id)}, key ${printable(key)}`,
    `customer   ${customerId ?? 'unknown'}`,
    `parked     ${parkedAt.toISOString()}`,
    `error      ${printable(error)}`,
    ...Object.entries(headers).map(([name, text]) => `header     ${printable(name)}: ${printable(text)}`),
    `body       ${value.length} bytes`,
    printable(value.toString('utf8')),
  ];
}

function describeReaction(found: ParkedReaction): string[] {
  return [
    `reaction   ${found.reaction}${found.retryAt ? ', to be tried again' : ''}`,
    `event      ${found.eventId} at ${found.position} of ${found.stream}`,
    `customer   ${found.customerId ?? 'unknown'}`,
    `parked     ${found.parkedAt.toISOString()}`,
    `error      ${printable(found.error)}`,
  ];
}

/**
 * @returns the lines that a command prints
 * @throws UsageError, NotParked
 */
export async function linesOf(parked: Parked, args: string[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of run(parked, args)) lines.push(line);
  return lines;
}

async function main(): Promise<void> {
  let engines: Engines | undefined;
  try {
    const args = process.argv.slice(2);
    if (args.length === 0) throw new UsageError(USAGE);
    // A tool handles no requests, so it needs neither roles nor a sign-in.
    const config = loadConfig({ ...process.env, PARLEY_ROLES: undefined, OIDC_ISSUER: undefined });
    engines = await openEngines(config, TOOL_APPLICATION);
    for await (const line of run(new Parked(engines.database, engines.bus), args)) {
      process.stdout.write(`${line}\n`);
    }
  } catch (error) {
    const isExpected = [UsageError, NotParked, ConfigError, StartError].some((kind) => error instanceof kind);
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
    process.stderr.write(`${isExpected ? message : (stack ?? message)}\n`);
    process.exitCode = 1;
  } finally {
    await closeAtEnd(engines);
  }
}

if (require.main === module) void main();
