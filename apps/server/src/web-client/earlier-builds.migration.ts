import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EarlierBuilds1767482000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Builds of the web client. A window that is open during an upgrade goes on loading parts of its own build.
      create table if not exists parley.web_build (
        id text primary key,
        -- Whether all its assets are stored.
        is_whole boolean not null default false,
        -- When a process began to serve another build; null for the build that is served.
        superseded_at timestamptz
      );
      create table if not exists parley.web_asset (
        build_id text not null,
        name text not null,
        content bytea not null,
        primary key (name, build_id)
      );
      create index if not exists web_asset_by_build on parley.web_asset (build_id);
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
