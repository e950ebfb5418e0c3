import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { ForeignLog } from '@parley/event-sourcing/store/event-store';
import { ConfigError, loadConfig, type Config } from '@parley/platform/config/config';
import { StartError } from '../embedded/start-error';
import { move, type MoveReport } from '../move/move';
import { MoveRefused } from '../move/move-refused';
import { views } from '../roles/projector.module';
import { ProgressLine } from './progress-line';

/** What the target may have of its own: everything else is as in the source. */
const SETTINGS = {
  'to-data': 'PARLEY_DATA',
  'to-database-url': 'DATABASE_URL',
  'to-eventstore-url': 'EVENTSTORE_URL',
  'to-s3-endpoint': 'S3_ENDPOINT',
  'to-s3-bucket': 'S3_BUCKET',
  'to-s3-region': 'S3_REGION',
  'to-s3-access-key-id': 'S3_ACCESS_KEY_ID',
  'to-s3-secret-access-key': 'S3_SECRET_ACCESS_KEY',
} as const;

const USAGE = `Usage: scripts/move OPTION…
The source is what this environment starts (PARLEY_DATA, DATABASE_URL, EVENTSTORE_URL, S3_…). The target is the same but for
${Object.keys(SETTINGS)
  .map((name) => `  --${name} VALUE`)
  .join('\n')}
or variables of those names (TO_DATABASE_URL …), which other users of this machine cannot see. "none" takes the embedded engine.
`;

/**
 * Source and target of a move.
 * @throws MoveRefused, ConfigError
 */
export function configurations(args: string[], env: NodeJS.ProcessEnv): { from: Config; to: Config } {
  // A move serves nobody: it needs neither roles nor sign-in.
  const source = { ...env, PARLEY_ROLES: undefined, OIDC_ISSUER: undefined };
  const target: NodeJS.ProcessEnv = { ...source };
  const options = Object.fromEntries(
    Object.keys(SETTINGS).map((name) => [name, { type: 'string' as const }]),
  );
  let given: Record<string, unknown>;
  try {
    given = parseArgs({ args, options }).values;
  } catch (error) {
    throw new MoveRefused(`${(error as Error).message}\n${USAGE}`);
  }
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const value = given[name] ?? env[name.toUpperCase().replaceAll('-', '_')];
    if (typeof value === 'string') target[setting] = value === 'none' ? undefined : value;
  }
  return { from: loadConfig(source), to: loadConfig(target) };
}

async function main(): Promise<void> {
  const line = new ProgressLine(process.stderr);
  let isStopped = false;
  const checkStopped = () => {
    if (isStopped) throw new MoveRefused('\nStopped. The same command goes on from here.');
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(signal, () => (isStopped = true));
  const report: MoveReport = {
    step(name) {
      checkStopped();
      line.step(name);
    },
    progress(done, unit, part) {
      checkStopped();
      line.progress(done, unit, part);
    },
    done: (sentence) => line.done(sentence),
  };
  try {
    const { from, to } = configurations(process.argv.slice(2), process.env);
    await move(from, to, views, report);
    process.stdout.write(`Moved. Start Parley with the settings of the target${secretHint(from, to)}.\n`);
  } catch (error) {
    const isExpected = [MoveRefused, ConfigError, StartError, ForeignLog].some(
      (kind) => error instanceof kind,
    );
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
    process.stderr.write(`${isExpected ? message : (stack ?? message)}\n`);
    process.exitCode = 1;
  }
}

/** Where the key is in a file, a start from another folder would make a new one. */
function secretHint(from: Config, to: Config): string {
  if (to.secret || from.dataDir === to.dataDir) return '';
  return ` (its secret.key is a copy of the one in ${from.dataDir})`;
}

if (require.main === module) void main();
