import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ServedBuilds1767590000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- When a process last reported that it serves the build. Processes of several builds run during an upgrade.
      alter table parley.web_build add column if not exists served_at timestamptz not null default now();
      alter table parley.web_build drop column if exists superseded_at;
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
