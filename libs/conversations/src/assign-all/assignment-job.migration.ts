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
    // Forward only.
  }
}
