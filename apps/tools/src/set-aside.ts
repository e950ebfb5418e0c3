import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { RebuildUnderWay } from '@parley/event-sourcing/projection/alone';
import { rebuildView, WorseThanLive } from '@parley/event-sourcing/projection/rebuild';
import { SetAsideRecords, type SetAsideRecord } from '@parley/event-sourcing/projection/set-aside-records';
import type { View } from '@parley/event-sourcing/projection/view';
import { ForeignLog } from '@parley/event-sourcing/store/event-store';
import type { Engines } from '@parley/server/engines';
import { views as allViews } from '@parley/server/features';
import { printable, runTool, ToolError } from './support/tool';

const USAGE = `Usage: scripts/set-aside list
       scripts/set-aside show ID
       scripts/set-aside retry ID… | all
       scripts/set-aside repair ID… | all --reason TEXT`;

/**
 * Lists streams that views have quarantined. `retry` rebuilds the views of the given streams, so that all events are
 * folded again in log order. `repair` makes a view permanently skip the event at which the stream was quarantined,
 * and then rebuilds the view.
 */
export async function* runSetAside(
  { database, store }: Pick<Engines, 'database' | 'store'>,
  args: string[],
  views: View[] = allViews,
): AsyncGenerator<string> {
  const { command, ids, reason } = wanted(args);
  const records = new SetAsideRecords(database);
  if (command === 'list') return yield* list(records);
  const found = await recordsOf(records, ids);
  if (command === 'show') {
    for (const record of found) yield* describe(record);
    return;
  }
  if (found.length === 0) yield 'Nothing is set aside.';
  if (command === 'repair') {
    for (const record of found) {
      await records.skip(record, reason);
      yield `${record.view} leaves out the event ${record.eventId} of ${printable(record.stream ?? record.customerId)}.`;
    }
  }
  const failed: string[] = [];
  for (const name of new Set(found.map(({ view }) => view))) {
    const view = views.find((one) => one.name === name);
    try {
      if (!view) throw new ToolError(`This release has no view ${name}.`);
      // Starts over, since the side tables of an interrupted rebuild would lack the events that could not be folded.
      await rebuildView(store, database, view, { fresh: true });
      yield* outcome(records, name);
    } catch (error) {
      if (!isExpected(error)) throw error;
      failed.push((error as Error).message);
    }
  }
  if (failed.length > 0) throw new ToolError(failed.join('\n'));
}

function wanted(args: string[]): { command: string; ids: string[]; reason: string } {
  let given;
  try {
    given = parseArgs({ args, options: { reason: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    throw new ToolError(`${(error as Error).message}\n${USAGE}`);
  }
  const [command = '', ...ids] = given.positionals;
  const reason = printable(given.values.reason ?? '').trim();
  const fits = {
    list: ids.length === 0 && !reason,
    show: ids.length === 1 && !reason,
    retry: ids.length > 0 && !reason,
    repair: ids.length > 0 && reason !== '',
  }[command];
  if (!fits) throw new ToolError(USAGE);
  return { command, ids, reason };
}

/** @throws ToolError if an id belongs to no quarantined stream */
async function recordsOf(records: SetAsideRecords, ids: string[]): Promise<SetAsideRecord[]> {
  if (ids.join() === 'all') return records.list({ limit: 100_000 });
  const found = await Promise.all(ids.map((id) => records.find(id)));
  const missing = ids.filter((_, index) => !found[index]);
  if (missing.length > 0)
    throw new ToolError(missing.map((id) => `${printable(id)} is not set aside.`).join('\n'));
  return found.filter((record) => record !== undefined);
}

async function* list(records: SetAsideRecords): AsyncGenerator<string, void> {
  const [found, skipped] = [await records.list(), await records.skipped()];
  if (found.length === 0) yield 'Nothing is set aside.';
  for (const { id, at, view, customerId, stream, error } of found) {
    yield [id, at.toISOString(), view, customerId, stream ?? 'all of it', error].map(printable).join('  ');
  }
  for (const { at, view, stream, eventId, reason } of skipped) {
    yield ['left out', at.toISOString(), view, stream, eventId, reason].map(printable).join('  ');
  }
}

async function* outcome(records: SetAsideRecords, view: string): AsyncGenerator<string, void> {
  const left = (await records.list()).filter((record) => record.view === view);
  if (left.length === 0) yield `${view} holds everything again.`;
  for (const { stream, customerId, error } of left) {
    yield printable(
      `${view} still goes on without ${stream ?? 'anything'} of organisation ${customerId}: ${error}`,
    );
  }
}

function describe({ view, customerId, stream, position, eventId, error, at }: SetAsideRecord): string[] {
  return [
    `view       ${view}`,
    `customer   ${customerId}`,
    `stream     ${stream ?? 'all of the organisation'}`,
    `stopped at ${eventId}, position ${position}`,
    `since      ${at.toISOString()}`,
    `error      ${error}`,
  ].map(printable);
}

function isExpected(error: unknown): boolean {
  return [ToolError, WorseThanLive, RebuildUnderWay, ForeignLog].some((kind) => error instanceof kind);
}

if (require.main === module) void runTool(runSetAside);
