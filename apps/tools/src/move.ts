import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { loadConfig, type Config } from '@parley/platform/config/config';
import { move } from './move/move';
import { MoveRefused } from './move/move-refused';
import { views } from '@parley/server/features';
import { runStepByStep } from './support/step-by-step';

/** Options for settings of the target that differ from the source's, with the settings' names. */
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
 * @returns the configurations of source and target
 * @throws MoveRefused, ConfigError
 */
export function configurations(args: string[], env: NodeJS.ProcessEnv): { from: Config; to: Config } {
  // A move handles no requests, so it needs neither roles nor a sign-in.
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
  await runStepByStep('The same command goes on from here.', async (args, env, report) => {
    const { from, to } = configurations(args, env);
    await move(from, to, views, report);
    return `Moved. Start Parley with the settings of the target${secretHint(from, to)}.`;
  });
}

/**
 * @returns a hint to copy the key's file; '' if it is not needed. A start with another data folder would create
 * another key
 */
function secretHint(from: Config, to: Config): string {
  if (to.secret || from.dataDir === to.dataDir) return '';
  return ` (its secret.key is a copy of the one in ${from.dataDir})`;
}

if (require.main === module) void main();
