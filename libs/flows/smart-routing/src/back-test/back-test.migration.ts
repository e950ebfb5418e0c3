import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BackTest1767420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What a back-test counted in each of its pieces, by the place of the piece's first message.
      create table parley.back_test_part (
        job_id uuid not null references parley.job on delete cascade,
        place integer not null,
        tested integer not null,
        skipped integer not null,
        counts jsonb not null,
        primary key (job_id, place)
      );

      -- Messages about which the tested rules or those of then said something: ids alone, nothing that anybody wrote.
      create table parley.back_test_row (
        job_id uuid not null references parley.job on delete cascade,
        place integer not null,
        outcome text not null,
        message_id uuid not null,
        conversation_id uuid not null,
        hits jsonb not null,
        wished_then jsonb,
        wished_now jsonb,
        was_by_hand boolean not null,
        primary key (job_id, place)
      );
      create index back_test_row_by_outcome on parley.back_test_row (job_id, outcome, place);
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
