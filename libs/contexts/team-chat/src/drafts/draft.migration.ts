import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TeamChatDraft1766800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Sealed with its writer's key.
      create table parley.team_chat_draft (
        user_id uuid not null,
        chat_id uuid not null,
        customer_id uuid not null,
        sealed_text text not null,
        version text collate "C" not null,
        saved_at timestamptz not null default now(),
        primary key (user_id, chat_id)
      );
    `);
  }

  async down(): Promise<void> {
    // This migration cannot be reverted.
  }
}

export class SharedDrafts1767240000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The table parley.draft stores the drafts of all kinds of conversations.
    await runner.query('drop table parley.team_chat_draft');
  }

  async down(): Promise<void> {
    // This migration cannot be reverted.
  }
}
