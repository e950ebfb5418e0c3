import 'reflect-metadata';
import { resolve } from 'node:path';
import { BackupRefused } from './backup/backup-refused';
import { restore } from './backup/restore';
import { views } from '@parley/server/features';
import { runStepByStep, toolConfig } from './support/step-by-step';

const USAGE = `Usage: scripts/restore FOLDER
The folder is one that scripts/backup made. It is put back into the engines of this environment (PARLEY_DATA, DATABASE_URL,
EVENTSTORE_URL, S3_…), which hold nothing yet. BACKUP_PASSPHRASE opens the key in it, unless PARLEY_SECRET or secret.key
is there.`;

async function main(): Promise<void> {
  await runStepByStep('The same command begins again.', async (args, env, report) => {
    const [folder, ...rest] = args;
    if (!folder || folder.startsWith('-') || rest.length > 0) throw new BackupRefused(USAGE);
    const passphrase = env.BACKUP_PASSPHRASE;
    const { at } = await restore(toolConfig(env), resolve(folder), { passphrase }, views, report);
    return `Restored as it was at ${at}. Start Parley with these settings.`;
  });
}

if (require.main === module) void main();
