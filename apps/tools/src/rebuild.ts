import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { RebuildUnderWay } from '@parley/event-sourcing/projection/alone';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import { FillStopped, FillSuperseded, type FillProgress } from '@parley/event-sourcing/projection/side-view';
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

/** How much of this run is done, from 0 to 1: positions are numbers that rise evenly enough. */
export function partOf({
  from,
  position,
  target,
}: Pick<FillProgress, 'from' | 'position' | 'target'>): number {
  const whole = BigInt(target) - BigInt(from);
  return whole === 0n ? 1 : Number(((BigInt(position) - BigInt(from)) * 10_000n) / whole) / 10_000;
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
  const onProgress = (progress: FillProgress) => line.progress(progress.events, 'events', partOf(progress));
  for (const view of chosen) {
    line.step(`${verify ? 'Verifying' : 'Rebuilding'} ${view.name}`);
    if (verify) {
      const found = await verifyView(store, database, view, { signal, onProgress });
      line.done(describeVerification(view, found));
      if (found.difference) process.exitCode = 1;
    } else {
      await rebuildView(store, database, view, { signal, onProgress, fresh });
      line.done('done');
    }
  }
}

async function main(): Promise<void> {
  const stop = new AbortController();
  // Once asks it to stop between two batches; twice is for those who will not wait.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  let engines: Engines | undefined;
  try {
    const rebuilding = rebuildingOf(process.argv.slice(2));
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
