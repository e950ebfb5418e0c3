import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AssignmentJob1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parley.assignment_job (
        id uuid primary key,
        customer_id uuid not null,
        -- Who began it, and from where: each conversation is assigned as if by their own hand.
        user_id uuid not null,
        ip text,
        list text not null,
        team_id uuid,
        to_user_id uuid,
        to_team_id uuid,
        status text not null default 'running',
        total integer not null default 0,
        -- The place up to which it has come. What follows is still to be done.
        reached integer not null default 0,
        assigned integer not null default 0,
        skipped integer not null default 0,
        refused integer not null default 0,
        started_at timestamptz not null default now(),
        ended_at timestamptz
      );
      create index assignment_job_by_user on parley.assignment_job (user_id);
      create unique index assignment_job_running on parley.assignment_job (user_id, list, team_id)
        nulls not distinct where status = 'running';

      -- What matched when the job began, and who had it then. Kept until the job has ended, if it is refused longer.
      create table parley.assignment_item (
        job_id uuid not null references parley.assignment_job on delete cascade,
        place integer not null,
        conversation_id uuid not null,
        user_id uuid,
        team_id uuid,
        refused_with text,
        primary key (job_id, place)
      );
    `);
  }

  async down(): Promise<void> {
    // This migration cannot be reverted.
  }
}

/**
 * Moves the assignment jobs to the tables of libs/foundation/jobs. A running job continues there, with the ids of its
 * items.
 */
export class AssignmentJobIsJob1765210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      lock table parley.assignment_job, parley.assignment_item in access exclusive mode;

      insert into parley.job (
        id, customer_id, kind, user_id, ip, params, about, slot, state, total, done, skipped, failed, reached,
        file_path, created_at, started_at, ended_at, expires_at
      )
      select id, customer_id, 'assign-all', user_id, ip,
             jsonb_build_object('to', jsonb_build_object('userId', to_user_id, 'teamId', to_team_id)),
             jsonb_build_object('list', list, 'teamId', team_id,
               'to', jsonb_build_object('userId', to_user_id, 'teamId', to_team_id)),
             list || '/' || coalesce(team_id::text, ''), status, total, assigned, skipped, refused, reached,
             -- It has no file.
             'jobs/' || id, started_at, started_at, ended_at, ended_at + interval '7 days'
        from parley.assignment_job;

      insert into parley.job_item (job_id, position, key, payload, result, code)
      select job_id, place, conversation_id::text,
             jsonb_build_object('holder', jsonb_build_object('userId', user_id, 'teamId', team_id)),
             case when refused_with is not null then 'failed' end, refused_with
        from parley.assignment_item;

      drop table parley.assignment_item;
      drop table parley.assignment_job;
    `);
  }

  async down(): Promise<void> {
    // This migration cannot be reverted.
  }
}
