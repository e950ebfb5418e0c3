import type { MigrationInterface } from 'typeorm';

/** Operational tables, in the order in which they came. A view's tables are its own: see projection/view.ts. */
export const migrations: (new () => MigrationInterface)[] = [];
