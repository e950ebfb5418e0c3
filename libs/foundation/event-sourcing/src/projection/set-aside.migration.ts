import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the tables for the quarantined streams of views and for the events that an operator makes a view skip. */
export class SetAside1764620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parley.set_aside (
        id uuid primary key default gen_random_uuid(),
        -- The view, or the schema that a rebuild of it fills.
        view text not null,
        customer_id text not null,
        -- Null: everything of that organisation.
        stream text,
        -- Of the event that could not be folded: nothing of the stream is folded from there on.
        position text collate "C" not null,
        event_id text not null,
        error text not null,
        at timestamptz not null default clock_timestamp()
      );
      create unique index set_aside_once on parley.set_aside (view, customer_id, coalesce(stream, ''));

      create table parley.skipped_event (
        view text not null,
        event_id text not null,
        customer_id text not null,
        stream text not null,
        reason text not null,
        at timestamptz not null default clock_timestamp(),
        primary key (view, event_id)
      );

      -- Says to whoever folds the view that the rows above have changed.
      alter table parley.view_checkpoint add column aside_version bigint not null default 0;
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
