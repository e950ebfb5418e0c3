import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Keys1763700002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- An erased subject keeps a row without a key: a tombstone. A row that is missing means that a key was lost.
      create table parley.subject_key (
        customer_id text collate "C" not null,
        subject text collate "C" not null,
        sealed_key bytea,
        erased_at timestamptz,
        primary key (customer_id, subject),
        check ((sealed_key is null) = (erased_at is not null))
      );

      create table parley.secret (
        customer_id text collate "C" not null,
        owner text collate "C" not null,
        name text collate "C" not null,
        sealed text not null,
        primary key (customer_id, owner, name)
      );

      create table parley.master_key_check (
        only_one boolean primary key default true check (only_one),
        sealed text not null
      );
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
