import { EventStoreDbDouble } from '@parley/testing/eventstoredb/eventstoredb-double';

/**
 * The fake of EventStoreDB as a separate program. The program responds to each call after DELAY_MS, listens on PORT,
 * and stores its log in the file JOURNAL, from which it continues after a kill.
 */
async function main(): Promise<void> {
  const { DELAY_MS = '0', PORT = '0', JOURNAL } = process.env;
  const double = await EventStoreDbDouble.start({ port: Number(PORT), journal: JOURNAL });
  double.delayMs = Number(DELAY_MS);
  process.stdout.write(`ready ${double.url}\n`);
  process.once('SIGTERM', () => process.exit(0));
}

void main();
