import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Apps1767340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What apps keep. It is theirs and no fact of ours.
      create table parley.app_record (
        id uuid primary key,
        customer_id uuid not null,
        app_id uuid not null,
        name text not null,
        value text not null,
        version int not null default 1,
        changed_at timestamptz not null,
        unique (app_id, name)
      );

      -- What apps called, without what was said.
      create table parley.app_call (
        id bigint generated always as identity primary key,
        customer_id uuid not null,
        app_id uuid not null,
        at timestamptz not null,
        method text not null,
        host text not null,
        path text not null,
        status int,
        error text,
        duration_ms int not null
      );
      create index app_call_by_app on parley.app_call (app_id, id desc);
    `);
  }

  async down(): Promise<void> {
    // Migrations run forward only.
  }
}
