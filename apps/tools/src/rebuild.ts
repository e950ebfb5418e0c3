import 'reflect-metadata';
import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { RebuildUnderWay } from '@parley/event-sourcing/projection/alone';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import {
  FillStopped,
  FillSuperseded,
  partOf,
  type FillProgress,
} from '@parley/event-sourcing/projection/side-view';
import { NotComparable, verifyView, type Verification } from '@parley/event-sourcing/projection/verify';
import type { View } from '@parley/event-sourcing/projection/view';
import { ForeignLog } from '@parley/event-sourcing/store/event-store';
import { ConfigError, loadConfig } from '@parley/platform/config/config';
import { StartError } from '@parley/platform/config/start-error';
import { openEngines, TOOL_APPLICATION, type Engines } from '@parley/server/engines';
import { views } from '@parley/server/features';
import { ProgressLine } from './support/progress-line';

class UsageError extends Error {}

export interface Rebuilding {
  views: View[];
  verify: boolean;
  fresh: boolean;
}

/** @throws UsageError */
export function rebuildingOf(args: string[], known: View[] = views): Rebuilding {
  const names = known.map(({ name }) => name);
  const usage = `Usage: scripts/rebuild ${names.join('|')}|all [--verify | --fresh]`;
  let given;
  try {
    const options = { verify: { type: 'boolean' }, fresh: { type: 'boolean' } } as const;
    given = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
  const { verify = false, fresh = false } = given.values;
  const [wanted, ...rest] = given.positionals;
  const chosen = known.filter(({ name }) => wanted === 'all' || wanted === name);
  if (chosen.length === 0 || rest.length > 0 || (verify && fresh)) throw new UsageError(usage);
  return { views: chosen, verify, fresh };
}

/** What a verification found, for people. */
export function describeVerification({ name }: Pick<View, 'name'>, found: Verification): string {
  const { position, rows, difference } = found;
  if (!difference) return `${rows.toLocaleString('en')} rows are equal at ${position}`;
  const { table, live, rebuilt } = difference;
  const show = (row: object | null) => (row ? JSON.stringify(row) : 'no such row');
  return `differs first in ${name}.${table} at ${position}\n  live:    ${show(live)}\n  rebuilt: ${show(rebuilt)}`;
}

async function run(
  { database, store }: Engines,
  { views: chosen, verify, fresh }: Rebuilding,
  signal: AbortSignal,
): Promise<void> {
  const line = new ProgressLine(process.stderr);
  if (!verify) return rebuildTogether({ database, store }, { views: chosen, fresh }, { line, signal });
  const onProgress = (progress: FillProgress) => line.progress(progress.events, 'events', partOf(progress));
  for (const view of chosen) {
    line.step(`Verifying ${view.name}`);
    const found = await verifyView(store, database, view, { signal, onProgress });
    line.done(describeVerification(view, found));
    if (found.difference) process.exitCode = 1;
  }
}

/** One reading of the log fills all of them: each takes its events out of it, and is swapped in when it is full. */
async function rebuildTogether(
  { database, store }: Pick<Engines, 'database' | 'store'>,
  { views: chosen, fresh }: Pick<Rebuilding, 'views' | 'fresh'>,
  { line, signal }: { line: ProgressLine; signal: AbortSignal },
): Promise<void> {
  line.step(`Rebuilding ${chosen.map(({ name }) => name).join(', ')}`);
  const progress = new Map<string, FillProgress>();
  const onProgress = (told: FillProgress) => {
    progress.set(told.view, told);
    const all = [...progress.values()];
    const parts = all.reduce((sum, each) => sum + partOf(each), 0);
    const events = all.reduce((sum, each) => sum + each.events, 0);
    line.progress(events, 'events', parts / chosen.length);
  };
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const rebuilding = chosen.map((view) =>
    rebuildView(store, database, view, { signal: both, onProgress, fresh }).catch((error: unknown) => {
      // The others stop between two batches, and are gone on with.
      stop.abort();
      throw error;
    }),
  );
  const outcomes = await Promise.allSettled(rebuilding);
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  const first = failed.find(({ reason }) => !(reason instanceof FillStopped)) ?? failed[0];
  if (first) throw first.reason as Error;
  line.done('done');
}

async function main(): Promise<void> {
  const stop = new AbortController();
  // Once asks it to stop between two batches; twice is for those who will not wait.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  let engines: Engines | undefined;
  try {
    const rebuilding = rebuildingOf(process.argv.slice(2));
    // People work beside it.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    // A tool serves nobody: it needs neither roles nor sign-in.
    engines = await openEngines(
      loadConfig({ ...process.env, PARLEY_ROLES: undefined, OIDC_ISSUER: undefined }),
      TOOL_APPLICATION,
    );
    await run(engines, rebuilding, stop.signal);
  } catch (error) {
    const isExpected = [
      UsageError,
      ConfigError,
      StartError,
      ForeignLog,
      NotComparable,
      RebuildUnderWay,
      FillSuperseded,
    ].some((kind) => error instanceof kind);
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
    const isStopped = error instanceof FillStopped;
    const sentence = isStopped ? '\nStopped. The same command goes on from here.' : isExpected && message;
    process.stderr.write(`${sentence || (stack ?? message)}\n`);
    process.exitCode = isStopped ? 130 : 1;
  } finally {
    await engines?.close();
  }
}

if (require.main === module) void main();
