import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a table of the position up to which each mailbox is read, and a table of the mails that were taken. The latter
 * are kept permanently, so that no mail is taken twice.
 */
export class Mailbox1767350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parley.mailbox (
        channel_id uuid primary key,
        -- Numbers of mails mean something under one validity alone.
        uid_validity bigint not null,
        last_uid bigint not null
      );
      create table parley.mailbox_mail (
        channel_id uuid not null,
        -- SHA-256 of its Message-ID, or of its bytes.
        key bytea not null,
        primary key (channel_id, key)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table parley.mailbox_mail, parley.mailbox');
  }
}
