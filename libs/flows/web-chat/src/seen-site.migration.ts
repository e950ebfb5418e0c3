import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SeenSite1766100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- On which sites a web chat was seen. Only sites that its settings name, so that nobody fills it.
      create unlogged table parley.web_chat_site (
        channel_id uuid not null,
        origin text not null,
        customer_id uuid not null,
        seen_at timestamptz not null,
        primary key (channel_id, origin)
      );
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
