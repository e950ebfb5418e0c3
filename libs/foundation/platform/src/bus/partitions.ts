import { createHash } from 'node:crypto';

/** Number of partitions of every topic. Changing it would move keys to other partitions and break their order. */
export const PARTITIONS = 24;

/** @returns the same partition for every message of a key, which keeps these messages in order */
export function partitionOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE() % PARTITIONS;
}
