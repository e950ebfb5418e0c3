import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Draft1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Sealed with the contact's key, as what they were told is: erasing them erases what was about to be said.
      create table parley.draft (
        user_id uuid not null,
        conversation_id uuid not null,
        customer_id uuid not null,
        contact_id uuid not null,
        sealed_text text not null,
        version text collate "C" not null,
        saved_at timestamptz not null default now(),
        primary key (user_id, conversation_id)
      );
      create index draft_by_contact on parley.draft (customer_id, contact_id);
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}

export class DraftKind1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Until now only answers were kept.
      alter table parley.draft add column kind text not null default 'reply';
      alter table parley.draft drop constraint draft_pkey, add primary key (user_id, conversation_id, kind);
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}

export class SentDraft1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Which send a revision of a draft became. It holds no words.
      create table parley.sent_draft (
        user_id uuid not null,
        conversation_id uuid not null,
        kind text not null,
        version text collate "C" not null,
        send_key text collate "C" not null,
        taken_at timestamptz not null default now(),
        primary key (user_id, conversation_id, kind, version)
      );
      create index sent_draft_by_age on parley.sent_draft (user_id, taken_at);
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
