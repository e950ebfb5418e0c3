import { EventStoreDbDouble } from '@parley/testing/eventstoredb/eventstoredb-double';

/** The double of EventStoreDB, which answers each call after DELAY_MS, in a process of its own. */
async function main(): Promise<void> {
  const double = await EventStoreDbDouble.start();
  double.delayMs = Number(process.env.DELAY_MS ?? 0);
  process.stdout.write(`ready ${double.url}\n`);
  process.once('SIGTERM', () => process.exit(0));
}

void main();
