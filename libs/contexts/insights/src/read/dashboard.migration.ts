import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CardSizes1767475000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- How large each graph is; null: all are small.
      alter table parley.dashboard add column sizes jsonb;
    `);
  }

  async down(): Promise<void> {
    // Migrations run forward only.
  }
}

export class Dashboard1767210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- How a person has arranged their dashboard.
      create table parley.dashboard (
        customer_id uuid not null,
        user_id uuid not null,
        slots jsonb not null,
        primary key (customer_id, user_id)
      );
    `);
  }

  async down(): Promise<void> {
    // Migrations run forward only.
  }
}
