import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Job1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parley.job (
        id uuid primary key,
        customer_id uuid not null,
        kind text not null,
        -- Who began it, and from where.
        user_id uuid not null,
        ip text,
        -- For its kind alone, and for those who see the job.
        params jsonb not null,
        about jsonb not null,
        -- Of the jobs that one user began for the same slot, one at a time goes on.
        slot text,
        state text not null default 'waiting'
          check (state in ('waiting', 'running', 'done', 'cancelled', 'failed')),
        code text,
        -- Where its kind goes on finding items, as {"after": …}; null: all are found.
        finding jsonb,
        total integer not null default 0,
        done integer not null default 0,
        skipped integer not null default 0,
        failed integer not null default 0,
        -- The position of the last item that has ended.
        reached integer not null default 0,
        -- Rises with each step that is written down: a step that another owner has written down counts no second time.
        step integer not null default 0,
        turn_at timestamptz,
        tries integer not null default 0,
        retry_at timestamptz,
        file_path text not null,
        file jsonb,
        is_put_away boolean not null default false,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        ended_at timestamptz,
        expires_at timestamptz
      );
      create unique index job_slot on parley.job (user_id, kind, slot) where state in ('waiting', 'running');
      create index job_active on parley.job (customer_id, turn_at nulls first, created_at)
        where state in ('waiting', 'running');
      create index job_by_customer on parley.job (customer_id, created_at desc, id desc);
      create index job_expiry on parley.job (expires_at) where expires_at is not null;

      create table parley.job_item (
        job_id uuid not null references parley.job,
        position integer not null,
        key text not null,
        payload jsonb,
        -- Null: not worked on.
        result text check (result in ('done', 'skipped', 'failed')),
        code text,
        primary key (job_id, position)
      );
      create index job_item_not_done on parley.job_item (job_id, result, position)
        where result in ('skipped', 'failed');
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
