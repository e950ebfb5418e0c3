import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TemplateSync1766700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- When an organisation's templates were last compared with what its providers have.
      create table parley.template_sync (
        customer_id uuid primary key,
        synced_at timestamptz not null
      );
    `);
  }

  async down(): Promise<void> {
    // This migration cannot be reverted.
  }
}
