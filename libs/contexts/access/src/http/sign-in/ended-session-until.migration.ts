import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes the sign-outs by `until`, because every process polls the latest ones. */
export class EndedSessionUntil1767590000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index if not exists ended_session_until on parley.ended_session (until)');
  }

  async down(): Promise<void> {
    // This migration cannot be reverted.
  }
}
