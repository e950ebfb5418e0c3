import 'reflect-metadata';
import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { RebuildUnderWay } from '@parley/event-sourcing/projection/alone';
import { forAllViews, type CommonProgress } from '@parley/event-sourcing/projection/all-views';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import { FillStopped, FillSuperseded, type FillOptions } from '@parley/event-sourcing/projection/side-view';
import { NotComparable, verifyView, type Verification } from '@parley/event-sourcing/projection/verify';
import type { View } from '@parley/event-sourcing/projection/view';
import { ForeignLog } from '@parley/event-sourcing/store/event-store';
import { ConfigError, loadConfig } from '@parley/platform/config/config';
import { StartError } from '@parley/platform/config/start-error';
import { openEngines, TOOL_APPLICATION, type Engines } from '@parley/server/engines';
import { views } from '@parley/server/features';
import { closeAtEnd, stopSignal } from './support/ending';
import { ProgressLine } from './support/progress-line';

class UsageError extends Error {}

export interface Rebuilding {
  views: View[];
  verify: boolean;
  fresh: boolean;
}

/** @throws UsageError if the arguments are invalid */
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

/** @returns the result of a verification as text for the operator */
export function describeVerification({ name }: Pick<View, 'name'>, found: Verification): string {
  const { position, rows, difference } = found;
  if (!difference) return `${rows.toLocaleString('en')} rows of ${name} are equal at ${position}`;
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
  const names = chosen.map(({ name }) => name).join(', ');
  line.step(`${verify ? 'Verifying' : 'Rebuilding'} ${names}`);
  const report = {
    signal,
    onProgress: ({ events, part }: CommonProgress) => line.progress(events, 'events', part),
  };
  const work = verify
    ? async (view: View, options: FillOptions) => {
        const found = await verifyView(store, database, view, options);
        line.done(describeVerification(view, found));
        if (found.difference) process.exitCode = 1;
      }
    : (view: View, options: FillOptions) => rebuildView(store, database, view, { ...options, fresh });
  await forAllViews(chosen, work, report);
  if (!verify) line.done('done');
}

async function main(): Promise<void> {
  const signal = stopSignal();
  let engines: Engines | undefined;
  try {
    const rebuilding = rebuildingOf(process.argv.slice(2));
    // Lowers the priority of this process, since the product may be in use on the same machine.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    // A tool handles no requests, so it needs neither roles nor a sign-in.
    engines = await openEngines(
      loadConfig({ ...process.env, PARLEY_ROLES: undefined, OIDC_ISSUER: undefined }),
      TOOL_APPLICATION,
    );
    await run(engines, rebuilding, signal);
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
    await closeAtEnd(engines);
  }
}

if (require.main === module) void main();
