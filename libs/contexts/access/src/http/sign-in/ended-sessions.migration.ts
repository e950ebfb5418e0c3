import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EndedSessions1764630000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The issuer's name of the session: its ID tokens say it, too. Null where it gives none.
      alter table parley.session add column sid text;
      create index session_by_sid on parley.session (sid) where sid is not null;
      create index session_by_user on parley.session (user_id);

      -- Sign-outs, for as long as an ID token of before would otherwise hold.
      create table parley.ended_session (
        user_id uuid not null,
        -- A session, one token of an issuer without sessions, or everything of the user.
        name text not null,
        customer_id uuid not null,
        ended_at timestamptz not null,
        until timestamptz not null,
        primary key (user_id, name)
      );
    `);
  }

  async down(): Promise<void> {
    // This migration cannot be reverted.
  }
}
