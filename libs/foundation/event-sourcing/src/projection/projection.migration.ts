import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the tables for the checkpoints of views and reactions, for the changes of views, and for the dead letters of
 * reactions.
 */
export class Projection1763700000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema if not exists parley;

      create table parley.view_checkpoint (
        view text primary key,
        position text collate "C" not null,
        engine_id text not null,
        -- Of the DDL that made the tables: another one means that they have to be rebuilt.
        ddl_hash text not null,
        -- Changes after this position are complete in parley.change; older ones are not kept.
        changes_after text collate "C" not null
      ) with (fillfactor = 50);

      create table parley.change (
        view text not null,
        position text collate "C" not null,
        id text not null,
        conversation_id text not null,
        customer_id text not null,
        before jsonb,
        after jsonb,
        at timestamptz not null default clock_timestamp()
      );
      create index change_position on parley.change (view, position);
      create index change_at on parley.change using brin (at);

      create table parley.reaction_checkpoint (
        reaction text primary key,
        position text collate "C" not null,
        engine_id text not null
      ) with (fillfactor = 50);

      create table parley.parked_reaction (
        reaction text not null,
        position text collate "C" not null,
        event_id text not null,
        stream text not null,
        error text not null,
        at timestamptz not null default clock_timestamp(),
        primary key (reaction, event_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table parley.view_checkpoint, parley.change, parley.reaction_checkpoint, parley.parked_reaction`);
  }
}

/** Adds a column for the correlation id to changes, so that their pushes belong to the same trace. */
export class ChangeCorrelation1764610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Null if the change is not traced.
    await runner.query('alter table parley.change add column correlation_id text');
  }

  async down(): Promise<void> {
    // Forward only.
  }
}

/**
 * Adds the tally to checkpoints: the count of events that were delivered to a view. `CompletenessWatch` samples the
 * counts and compares them with the log.
 */
export class ViewTally1767500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table parley.view_checkpoint
        -- Changes whenever the count begins again. The first five columns are null until the row moves for the first time.
        add column tally_id uuid,
        -- The count begins after this position, and holds for this one.
        add column tally_from text collate "C",
        add column tally_to text collate "C",
        add column tally_events bigint,
        -- Exclusive or of the positions.
        add column tally_positions bigint,
        -- Prefixes of the view whose events are counted, one a line.
        add column tally_prefixes text;

      -- The last sample that was compared of each view, and those since.
      create table parley.view_sample (
        view text not null,
        tally_id uuid not null,
        position text collate "C" not null,
        events bigint not null,
        positions bigint not null,
        primary key (view, tally_id, position)
      );

      create table parley.view_comparison (
        view text not null,
        hour timestamptz not null,
        from_position text collate "C" not null,
        to_position text collate "C" not null,
        -- Events of the view between the two: those in the log, and those that the view was handed.
        logged bigint not null,
        folded bigint not null,
        -- The differing events are after the one position and up to the other; null if there are none.
        differs_after text collate "C",
        differs_up_to text collate "C",
        -- Positions of the differing events, or of all that may be: at most 100.
        candidates text[] not null default '{}',
        -- A rebuild has replaced the view since.
        rebuilt_at timestamptz,
        primary key (view, hour)
      );
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}

/** Renames the column with the parent of a changed row, which may now be any row and not only a conversation. */
export class ChangeParent1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table parley.change rename column conversation_id to parent_id;
      alter table parley.change alter column parent_id drop not null;
      -- A row of its own, which had its own id there.
      update parley.change set parent_id = null where parent_id = id;
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
