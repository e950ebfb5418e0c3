import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookReplayEnd1767455000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Of what is delivered again, what happened later is left out.
      alter table parley.webhook_replay add column before timestamptz;
    `);
  }

  async down(): Promise<void> {
    // Migrations run forward only.
  }
}
