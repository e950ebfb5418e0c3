import 'reflect-metadata';
import { resolve } from 'node:path';
import { BackupRefused } from './backup/backup-refused';
import { backUp } from './backup/backup';
import { runStepByStep, toolConfig } from './support/step-by-step';

const USAGE = `Usage: scripts/backup FOLDER
The folder is new or empty. What is backed up is what this environment starts (PARLEY_DATA, DATABASE_URL, EVENTSTORE_URL,
S3_…), while it runs or not. With BACKUP_PASSPHRASE set, the key of what is sealed goes into the backup, sealed with that.`;

async function main(): Promise<void> {
  await runStepByStep('What was written is no backup.', async (args, env, report) => {
    const [folder, ...rest] = args;
    if (!folder || folder.startsWith('-') || rest.length > 0) throw new BackupRefused(USAGE);
    const passphrase = env.BACKUP_PASSPHRASE;
    const { at, secret } = await backUp(toolConfig(env), resolve(folder), { passphrase }, report);
    const key = secret
      ? 'The key of what is sealed is in it, sealed with BACKUP_PASSPHRASE: keep that elsewhere.'
      : 'The key of what is sealed is NOT in it: keep PARLEY_SECRET, or secret.key of the data folder, elsewhere. Without it nobody can read this backup.';
    return `Backed up as of ${at}. ${key}`;
  });
}

if (require.main === module) void main();
