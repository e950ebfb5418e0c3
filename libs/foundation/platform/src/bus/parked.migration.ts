import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds an id and the organisation to each dead letter: offsets are ambiguous once the bus has moved to another
 * engine.
 */
export class Parked1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table bus.parked
        add column parked_id uuid not null unique default gen_random_uuid(),
        -- Null where the message could not be read: only an operator sees it.
        add column customer_id text,
        drop constraint parked_pkey,
        add primary key (topic, grp, partition, "offset", id);
      create index parked_customer on bus.parked (customer_id, parked_at);
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
