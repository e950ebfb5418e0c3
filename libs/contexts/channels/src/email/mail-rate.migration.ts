import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a table with the time at which each rate-limited mailbox may send its next mail. Makes the table of read
 * positions contain one row per folder.
 */
export class MailRate1767440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parley.mailbox_rate (
        channel_id uuid primary key,
        next_at timestamptz not null
      );
      alter table parley.mailbox add column folder text not null default 'INBOX';
      alter table parley.mailbox drop constraint mailbox_pkey;
      alter table parley.mailbox add primary key (channel_id, folder)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from parley.mailbox where folder <> 'INBOX';
      alter table parley.mailbox drop constraint mailbox_pkey;
      alter table parley.mailbox add primary key (channel_id);
      alter table parley.mailbox drop column folder;
      drop table parley.mailbox_rate`);
  }
}
