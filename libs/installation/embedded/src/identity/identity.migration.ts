import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EmbeddedIdentity1763700007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What the embedded OpenID provider remembers. Ids are those of sessions, codes and tokens: kept as hashes.
      create table parley.oidc_record (
        model text not null,
        id_hash bytea not null,
        payload jsonb not null,
        grant_id text,
        uid text,
        expires_at timestamptz,
        primary key (model, id_hash)
      );
      create index oidc_record_by_grant on parley.oidc_record (grant_id) where grant_id is not null;
      create index oidc_record_by_uid on parley.oidc_record (uid) where uid is not null;
      create index oidc_record_by_expiry on parley.oidc_record (expires_at);

      create table parley.embedded_account (
        user_id uuid primary key,
        customer_id uuid not null,
        email text not null unique,
        password_hash text not null,
        created_at timestamptz not null default now()
      );
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}

/** Extends the table of accounts, which was for demo users only, to invited users, who may change their address. */
export class EmbeddedAccounts1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The address is the user's own, which may change and be another organisation's as well.
      alter table parley.embedded_account drop column email;
      alter table parley.embedded_account add column is_demo boolean not null default true;
      alter table parley.embedded_account alter column is_demo set default false;
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}

/** Adds the cost to each stored hash, so that new hashes can have a higher cost. */
export class EmbeddedAccountCosts1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update parley.embedded_account set password_hash = 'scrypt.14' || substr(password_hash, length('scrypt.'))`,
    );
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
