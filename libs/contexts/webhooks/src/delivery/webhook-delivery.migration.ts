import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookDelivery1767100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What is delivered, and how it went. It names events and holds nothing of what they say.
      create table parley.webhook_delivery (
        webhook_id uuid not null,
        event_id uuid not null,
        customer_id uuid not null,
        event text not null,
        -- Null for a test.
        stream text,
        version int,
        position text collate "C" not null,
        -- Events of one lane are delivered in order.
        lane text not null,
        contact_id uuid,
        occurred_at timestamptz not null,
        state text not null default 'waiting',
        -- Somebody asked for it: it goes out from a webhook that is stopped, too.
        is_asked boolean not null default false,
        attempts int not null default 0,
        -- Attempts since it was queued, or queued again, and when the first of them was.
        tries int not null default 0,
        first_at timestamptz,
        next_at timestamptz not null,
        status int,
        last_at timestamptz,
        duration_ms int,
        settled_at timestamptz,
        primary key (webhook_id, event_id)
      );
      create index webhook_delivery_waiting on parley.webhook_delivery (webhook_id, position) where state = 'waiting';
      create index webhook_delivery_next on parley.webhook_delivery (webhook_id, next_at) where state = 'waiting';
      create index webhook_delivery_asked on parley.webhook_delivery (webhook_id) where state = 'waiting' and is_asked;
      create index webhook_delivery_deferred on parley.webhook_delivery (webhook_id, lane)
        where state = 'waiting' and tries > 0;
      create index webhook_delivery_log on parley.webhook_delivery (webhook_id, position desc);
      create index webhook_delivery_settled on parley.webhook_delivery (settled_at) where state <> 'waiting';

      create table parley.webhook_attempt (
        webhook_id uuid not null,
        event_id uuid not null,
        number int not null,
        at timestamptz not null,
        duration_ms int not null,
        status int,
        error text,
        -- Sealed with the contact's key where the event is about one.
        answer text,
        primary key (webhook_id, event_id, number)
      );

      create table parley.webhook_endpoint (
        webhook_id uuid primary key,
        failures int not null,
        failing_since timestamptz,
        open_until timestamptz
      );

      -- How far the log was read for new deliveries.
      create table parley.webhook_reader (
        name text primary key,
        position text collate "C" not null,
        engine_id text not null
      );

      -- Somebody asked for what happened before: read from "after" up to "until".
      create table parley.webhook_replay (
        id uuid primary key,
        webhook_id uuid not null,
        customer_id uuid not null,
        after text collate "C" not null,
        since timestamptz,
        until text collate "C" not null
      );
    `);
  }

  async down(): Promise<void> {
    // Migrations run forward only.
  }
}
