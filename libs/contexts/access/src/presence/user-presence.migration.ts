import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UserPresence1764640000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- When a user last had a window open. Written every few seconds, and worth nothing after a crash.
      create unlogged table parley.user_presence (
        user_id uuid primary key,
        seen_at timestamptz not null
      );
    `);
  }

  async down(): Promise<void> {
    // This migration cannot be reverted.
  }
}
