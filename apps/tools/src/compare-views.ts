import 'reflect-metadata';
import { CompletenessRecords } from '@parley/event-sourcing/watch/completeness-records';
import { CompletenessWatch } from '@parley/event-sourcing/watch/completeness-watch';
import type { Comparison } from '@parley/event-sourcing/watch/view-samples';
import { ConfigError, loadConfig } from '@parley/platform/config/config';
import { StartError } from '@parley/platform/config/start-error';
import { openEngines, TOOL_APPLICATION, type Engines } from '@parley/server/engines';
import { views } from '@parley/server/features';
import { closeAtEnd } from './support/ending';

/** @returns lines for an operator: one per view, and one per difference */
export function describeComparison({ view, logged, folded, after, upTo, differences }: Comparison): string[] {
  const count = (events: number) => events.toLocaleString('en');
  if (differences.length === 0) return [`${view}: ${count(folded)} events, as in the log, up to ${upTo}`];
  return [
    `${view}: ${count(folded)} events, ${count(logged)} in the log, after ${after} up to ${upTo}`,
    ...differences.map(
      (difference) =>
        `  differs after ${difference.after} up to ${difference.upTo}: ${difference.candidates.join(' ')}`,
    ),
  ];
}

/**
 * Compares everything since the last comparison of `CompletenessWatch`, and prints the result with the differences
 * that the watch has recorded.
 */
async function run({ database, store }: Engines): Promise<void> {
  const watch = new CompletenessWatch(store, database, views);
  await watch.sample();
  const comparisons = await watch.comparisons();
  const names = views.map(({ name }) => name);
  const recorded = await new CompletenessRecords(database, names).incomplete();
  const lines = comparisons.flatMap(describeComparison);
  for (const { view, hour, after, upTo, candidates } of recorded) {
    lines.push(
      `${view}: differed at ${hour.toISOString()} after ${after} up to ${upTo}: ${candidates.join(' ')}`,
    );
  }
  const isComplete =
    recorded.length === 0 && comparisons.every(({ differences }) => differences.length === 0);
  process.stdout.write(
    `${[...lines, isComplete ? 'No view differs.' : 'Rebuild these views.'].join('\n')}\n`,
  );
  if (!isComplete) process.exitCode = 1;
}

async function main(): Promise<void> {
  if (process.argv.length > 2) {
    process.stderr.write('Usage: scripts/compare-views\n');
    process.exitCode = 2;
    return;
  }
  let engines: Engines | undefined;
  try {
    // A tool handles no requests, so it needs neither roles nor a sign-in.
    const config = loadConfig({ ...process.env, PARLEY_ROLES: undefined, OIDC_ISSUER: undefined });
    engines = await openEngines(config, TOOL_APPLICATION);
    await run(engines);
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof StartError;
    process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`);
    process.exitCode = 1;
  } finally {
    await closeAtEnd(engines);
  }
}

if (require.main === module) void main();
