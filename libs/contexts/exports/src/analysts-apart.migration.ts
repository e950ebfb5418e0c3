import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Closes the logins by which analysts connected to the product's own database, and ends their sessions. From here on,
 * a row of `analytics.login` names the role that reads the product's database for an organisation's analysts, and the
 * analysts' own database.
 */
export class AnalystsApart1767590000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$
      declare
        old name;
      begin
        for old in select rolname from analytics.login join pg_roles on rolname = name loop
          -- A role that others administer stays open; the worker warns of it at its start.
          begin
            execute format('revoke all on schema analytics, analytics_v1 from %I', old);
            execute format('alter role %I nologin', old);
            perform pg_terminate_backend(pid) from pg_stat_activity where usename = old;
          exception when insufficient_privilege then
            null;
          end;
        end loop;
      end $$;

      -- Without a row here, an old login reads no row of the views.
      delete from analytics.login;
      alter table analytics.login add column analyst name not null unique, add unique (customer_id);
    `);
  }

  async down(): Promise<void> {
    // Migrations run forward only.
  }
}
