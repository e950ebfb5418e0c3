import { inboxView } from '@parley/conversations/read/inbox.projector';
import { transcriptView } from '@parley/conversations/read/transcript.projector';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import { loadConfig } from '@parley/platform/config/config';
import { openEngines } from '@parley/server/engines';

/** Rebuilds the views of conversations one after the other, and prints `ready` with the duration in ms. */
async function main(): Promise<void> {
  const engines = await openEngines(loadConfig(process.env));
  const { store, database } = engines;
  const started = performance.now();
  for (const view of [inboxView, transcriptView]) await rebuildView(store, database, view, { fresh: true });
  process.stdout.write(`ready ${performance.now() - started}\n`);
  await engines.close();
}

void main();
