import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a table with one row per pool of leases. Renewals in a pool lock this row instead of taking an advisory lock:
 * any login of the database can take an advisory lock, and would so prevent renewals until all leases expire.
 */
export class LeasePool1767590000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parley.lease_pool (name text primary key);

      do $$ begin
        execute replace(
          pg_get_functiondef('parley.renew_leases'::regproc),
          'perform pg_advisory_xact_lock(hashtextextended(''lease '' || the_pool, 0));',
          'insert into parley.lease_pool (name) values (the_pool) on conflict do nothing;
        perform from parley.lease_pool where name = the_pool for update;');
      end $$;
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
