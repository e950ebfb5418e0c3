import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a table of the mails that could not be read. Adds columns with the time at which a mailbox folder was last
 * read, and with its last change of UID validity.
 */
export class SetAsideMails1767450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parley.mail_set_aside (
        id uuid primary key,
        customer_id uuid not null,
        channel_id uuid not null,
        received_at timestamptz not null,
        from_address text,
        subject text not null,
        size bigint not null,
        -- As SetAsideReason names it.
        reason text not null,
        detail text,
        -- Where its bytes are; null: its server alone has them.
        path text,
        tries integer not null default 1,
        tried_at timestamptz not null default now()
      );
      create index mail_set_aside_by_customer on parley.mail_set_aside (customer_id, received_at desc, id);
      create index mail_set_aside_by_sender on parley.mail_set_aside (customer_id, lower(from_address));
      alter table parley.mailbox
        add column looked_at timestamptz,
        -- When its numbers last meant others, and what was found then.
        add column rebuilt_at timestamptz,
        add column compared integer,
        add column found integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table parley.mail_set_aside;
      alter table parley.mailbox drop column looked_at, drop column rebuilt_at, drop column compared, drop column found`);
  }
}
