import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SupportRequest1767330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- That somebody asked, never what: that is in the mail alone.
      create table parley.support_request (
        id uuid primary key,
        number bigint not null generated always as identity (start with 1001) unique,
        customer_id uuid not null,
        user_id uuid not null,
        asked_at timestamptz not null default now(),
        -- Null until the mail was handed over.
        sent_at timestamptz
      );
      create index support_request_by_customer on parley.support_request (customer_id, asked_at);
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
