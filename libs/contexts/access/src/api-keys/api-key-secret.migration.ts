import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ApiKeySecret1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parley.api_key_secret (
        -- HMAC-SHA-256 of the secret, which is nowhere.
        hash bytea primary key,
        key_id uuid not null,
        -- Null for the newest of a key; until when one before it holds.
        until timestamptz
      );
      create index api_key_secret_by_key on parley.api_key_secret (key_id);

      create table parley.api_key_use (
        key_id uuid primary key,
        last_used_at timestamptz not null,
        last_used_from text
      );
    `);
  }

  async down(): Promise<void> {
    // This migration cannot be reverted.
  }
}
