import { createHash } from 'node:crypto';

/** Of every topic. Another number would move keys to other partitions and break their order. */
export const PARTITIONS = 24;

/** Messages of one key share a partition, which is what keeps their order. */
export function partitionOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE() % PARTITIONS;
}
