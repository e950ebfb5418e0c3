import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ContactPicture1767260000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Sealed with the contact's key. What a provider shows of somebody is no fact of ours: it is asked for again.
      create table parley.contact_picture (
        contact_id uuid primary key,
        customer_id uuid not null,
        -- Null where the provider has none.
        content_type text,
        sealed_body bytea,
        fetched_at timestamptz not null default now()
      );
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
