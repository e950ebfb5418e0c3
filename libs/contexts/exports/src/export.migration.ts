import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Export1767220000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parley.export (
        -- Of its job as well.
        id uuid primary key,
        customer_id uuid not null,
        user_id uuid not null,
        kind text not null,
        format text not null,
        -- Filter, fields and what else was asked for; words by which people were looked for go when somebody is erased.
        request jsonb not null,
        -- What its source needs to know of who asked.
        params jsonb not null,
        -- It holds what the log said up to here.
        cut_off text collate "C" not null,
        -- What things were called then, by their ids.
        names jsonb not null,
        row_count bigint not null default 0,
        byte_count bigint,
        sha256 text,
        file text not null default 'making'
          check (file in ('making', 'ready', 'expired', 'deleted', 'erased')),
        created_at timestamptz not null default now(),
        file_until timestamptz not null
      );
      create index export_by_customer on parley.export (customer_id, created_at desc);
      create index export_by_user on parley.export (user_id, created_at desc);
      create index export_with_file on parley.export (file_until) where file in ('making', 'ready');

      -- Sealed pieces of its file, in their order: what one batch of items gave, and the files that its messages name.
      create table parley.export_part (
        export_id uuid not null references parley.export on delete cascade,
        -- The first item of the batch that made it.
        item integer not null,
        number integer not null,
        what text not null check (what in ('rows', 'files')),
        path text not null,
        row_count integer not null,
        primary key (export_id, item, number)
      );
    `);
  }

  async down(): Promise<void> {
    // Migrations run forward only.
  }
}
