import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Session1763700006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The browser holds the id; the table only its hash, so reading the table signs nobody in.
      create table parley.session (
        id_hash bytea primary key,
        customer_id uuid not null,
        user_id uuid not null,
        sealed_tokens text not null,
        token_expires_at timestamptz not null,
        -- One process at a time asks the issuer for new tokens: issuers take a refresh token once.
        refreshing_until timestamptz,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null
      );
      create index session_by_expiry on parley.session (expires_at);
    `);
  }

  async down(): Promise<void> {
    // This migration cannot be reverted.
  }
}
