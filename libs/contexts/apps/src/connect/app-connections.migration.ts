import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AppConnections1767463000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Who is at another service's page to sign in for an app. The state itself is known to that window alone.
      create table parley.app_sign_in (
        app_id uuid not null,
        user_id uuid not null,
        customer_id uuid not null,
        state_hash bytea not null unique,
        expires_at timestamptz not null,
        primary key (app_id, user_id)
      );

      -- What an app is signed in by. Its tokens are sealed, in parley.secret.
      create table parley.app_connection (
        app_id uuid not null,
        connection_id uuid not null,
        customer_id uuid not null,
        expires_at timestamptz,
        refreshed_at timestamptz,
        -- Until when one process has the right to refresh it.
        refreshing_until timestamptz,
        used_at timestamptz,
        primary key (app_id, connection_id)
      );
    `);
  }

  async down(): Promise<void> {
    // Migrations run forward only.
  }
}
