import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds a column with the time since which a mail is set aside, to limit how long it is kept. */
export class SetAsideBounds1767470000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table parley.mail_set_aside add column kept_at timestamptz not null default now();
      create index mail_set_aside_by_channel on parley.mail_set_aside (channel_id, kept_at, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index parley.mail_set_aside_by_channel;
      alter table parley.mail_set_aside drop column kept_at`);
  }
}
