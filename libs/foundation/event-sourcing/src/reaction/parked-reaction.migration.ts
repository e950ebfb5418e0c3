import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds columns for an id, the customer and the time of the next retry to the dead letters of reactions. */
export class ParkedReaction1763900001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table parley.parked_reaction
        add column parked_id uuid not null unique default gen_random_uuid(),
        -- Null in rows that are older than this column: the event is found with it.
        add column customer_id text,
        add column retry_at timestamptz;
      create index parked_reaction_retry on parley.parked_reaction (retry_at) where retry_at is not null;
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
