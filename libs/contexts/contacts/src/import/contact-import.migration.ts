import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ContactImport1766400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parley.contact_import (
        id uuid primary key,
        customer_id uuid not null,
        user_id uuid not null,
        file_name text not null,
        file_path text not null,
        -- Bytes.
        size integer not null,
        encoding text not null,
        delimiter text not null,
        -- Rows below the header, as they were counted when the file came.
        rows integer not null,
        header jsonb not null,
        sample jsonb not null,
        settings jsonb not null,
        -- Rises when format or settings change: rows that were checked by others count no more.
        revision integer not null default 0,
        step text not null default 'map' check (step in ('map', 'check', 'import', 'undo')),
        job_id uuid,
        is_step_done boolean not null default false,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null
      );
      create index contact_import_by_customer on parley.contact_import (customer_id, created_at desc);
      create index contact_import_expiry on parley.contact_import (expires_at);

      create table parley.contact_import_row (
        import_id uuid not null references parley.contact_import,
        -- Of the file, on which the row begins.
        line integer not null,
        cells jsonb not null,
        -- What is to be done with it, and why.
        outcome text not null check (outcome in ('create', 'update', 'skip', 'reject')),
        code text,
        place integer,
        contact_id uuid,
        -- Claims of its addresses, of rows that are not rejected.
        phone_claim text collate "C",
        email_claim text collate "C",
        -- What was done with it, once it was, and then undone.
        result text check (result in ('done', 'skipped', 'failed')),
        undo text check (undo in ('undone', 'kept')),
        primary key (import_id, line)
      );
      create index contact_import_row_by_outcome on parley.contact_import_row (import_id, outcome, line);
      create index contact_import_row_by_phone on parley.contact_import_row (import_id, phone_claim)
        where phone_claim is not null;
      create index contact_import_row_by_email on parley.contact_import_row (import_id, email_claim)
        where email_claim is not null;
      create index contact_import_row_by_contact on parley.contact_import_row (contact_id)
        where contact_id is not null;
    `);
  }

  async down(): Promise<void> {
    // This migration cannot be reverted.
  }
}
