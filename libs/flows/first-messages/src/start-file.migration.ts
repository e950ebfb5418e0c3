import type { MigrationInterface, QueryRunner } from 'typeorm';

export class StartFile1767481000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Files that somebody uploaded for a conversation that is not there yet.
      create table parley.start_file (
        id uuid primary key,
        customer_id uuid not null,
        user_id uuid not null,
        file_name text not null,
        content_type text not null,
        size int not null,
        sha256 text not null,
        path text not null,
        expires_at timestamptz not null default now() + interval '1 day',
        -- Null until it was given to a conversation: from then on the bytes are the conversation's.
        given_at timestamptz
      );
      create index start_file_by_user on parley.start_file (customer_id, user_id) where given_at is null;
      create index start_file_by_expiry on parley.start_file (expires_at);
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
