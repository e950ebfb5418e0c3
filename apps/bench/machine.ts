import { cpus, totalmem } from 'node:os';
import type { BenchPostgres } from './support/postgres';

/** Describes the machine and the database of a run. */
export async function describeMachine(postgres: BenchPostgres): Promise<string> {
  const { version, fsync } = await postgres.describe();
  const processors = cpus();
  const model = processors[0]?.model.replaceAll(/\s+/g, ' ').trim() || process.arch;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const database = `PostgreSQL ${version.split(' ')[0] ?? version} with fsync ${fsync}`;
  return `${processors.length} × ${model}, ${memory}, ${process.platform}, Node ${process.versions.node}, ${database}`;
}
