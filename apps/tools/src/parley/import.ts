import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ParleyClient } from '@parley/client/client';
import type { ContactImport } from '@parley/contracts/api/contact-imports';

const LOOK_MS = 500;

/**
 * Uploads a CSV file, checks it and runs the import, like the import wizard of the web client.
 * @param tell receives a line at each step
 */
export async function importContacts(
  client: ParleyClient,
  { path, isTrial, country }: { path: string; isTrial: boolean; country?: string },
  tell: (line: string) => void,
): Promise<ContactImport> {
  const file = new Blob([await readFile(path)], { type: 'text/csv' });
  const { id, rows } = await client.imports.add(file, basename(path));
  tell(`${rows} rows uploaded`);
  if (country) await client.imports.change(id, { country });
  await client.imports.check(id);
  const checked = await done(client, id);
  const { create, update, skip, reject } = checked.counts;
  tell(`${create} to create, ${update} to update, ${skip} to skip, ${reject} rejected`);
  if (isTrial) return checked;
  await client.imports.run(id);
  const imported = await done(client, id);
  tell(`${imported.imported} imported, ${imported.failed} failed`);
  return imported;
}

async function done(client: ParleyClient, id: string): Promise<ContactImport> {
  for (;;) {
    const found = await client.imports.get(id);
    if (found.isStepDone) return found;
    const job = found.jobId ? await client.jobs.get(found.jobId) : null;
    if (job?.state === 'failed' || job?.state === 'cancelled') throw new Error(`The import ${job.state}.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
