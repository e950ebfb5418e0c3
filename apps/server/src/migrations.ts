import type { MigrationInterface } from 'typeorm';
import { Bus1763700001000 } from '@parley/platform/bus/postgres/bus.migration';
import { Keys1763700002000 } from '@parley/platform/security/keys.migration';

/** Operational tables, in the order in which they came. A view's tables are its own: see projection/view.ts. */
export const migrations: (new () => MigrationInterface)[] = [Bus1763700001000, Keys1763700002000];
