import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UnauthorisedSince1767464000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Since when calls with a token that cannot be refreshed have met nothing but 401; null where the last one did not.
      alter table parley.app_connection add column unauthorised_since timestamptz;
    `);
  }

  async down(): Promise<void> {
    // Migrations run forward only.
  }
}
