import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Push1766900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The installation's VAPID key pair (RFC 8292), made once.
      create table parley.push_key (
        is_only boolean primary key default true check (is_only),
        public_key text not null,
        sealed_private_key text not null
      );

      create table parley.push_device (
        id uuid primary key,
        customer_id uuid not null,
        user_id uuid not null,
        -- HMAC of the endpoint: a browser is the device of who subscribed it last.
        endpoint_hash bytea not null unique,
        -- Endpoint and keys: whoever has them can push to the browser.
        sealed text not null,
        label text not null,
        language text not null,
        time_zone text not null,
        created_at timestamptz not null default now(),
        last_push_at timestamptz,
        failure text
      );
      create index push_device_by_user on parley.push_device (customer_id, user_id);

      create table parley.push_delivery (
        device_id uuid not null references parley.push_device on delete cascade,
        -- Names what it is about: an event is pushed to a device once at most.
        key text not null,
        conversation_id uuid not null,
        kind text not null check (kind in ('news', 'close')),
        -- The sealed payload; null once it was sent.
        sealed text,
        created_at timestamptz not null default now(),
        due_at timestamptz not null default now(),
        tries integer not null default 0,
        sent_at timestamptz,
        -- It stands on the device no more, or was to be taken away.
        closed_at timestamptz,
        primary key (device_id, key)
      );
      create index push_delivery_due on parley.push_delivery (due_at) where sent_at is null;
      create index push_delivery_open on parley.push_delivery (conversation_id)
        where kind = 'news' and closed_at is null;
      create index push_delivery_old on parley.push_delivery (created_at);
    `);
  }

  async down(): Promise<void> {
    // Migrations run forward only.
  }
}

export class PushPosition1767450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Of the event that it was told at.
      alter table parley.push_delivery add column position text collate "C" not null default '';
    `);
  }

  async down(): Promise<void> {
    // Migrations run forward only.
  }
}
