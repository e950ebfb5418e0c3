import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Views for analysts who read with SQL (docs/how-to/let-analysts-read.md). A login sees the rows of one organisation,
 * chosen by the session's login name, which `set role` cannot change. A rebuild drops and recreates the product's
 * views, so the functions refer to them as text and do not depend on them.
 */
export class Analysts1767220100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The tables of the views are created after the migrations.
    await runner.query('set local check_function_bodies = off');
    await runner.query(`
      create schema analytics;
      create table analytics.login (
        name name primary key,
        customer_id uuid not null,
        created_at timestamptz not null default now()
      );

      create function analytics.customer() returns uuid
        language sql stable security definer set search_path = pg_catalog as $$
        select customer_id from analytics.login where name = session_user $$;

      create function analytics.conversations() returns table (
        conversation_id uuid, contact_id uuid, channel_id uuid, status text, assigned_user_id uuid, assigned_team_id uuid,
        started_at timestamptz, last_entry_at timestamptz, waiting_since timestamptz
      ) language sql stable security definer set search_path = pg_catalog as $$
        select id, contact_id, channel_id, status, assigned_user_id, assigned_team_id, created_at, entry_time, waiting_since
          from inbox.conversation where customer_id = analytics.customer() $$;

      create function analytics.conversation_tags() returns table (conversation_id uuid, tag_id uuid)
        language sql stable security definer set search_path = pg_catalog as $$
        select marking.target_id, mark.stands_for from inbox.marked marking join inbox.mark on mark.id = marking.mark_id
         where mark.customer_id = analytics.customer() and mark.kind = 'tag' and not mark.is_deleted
         group by 1, 2 $$;

      create function analytics.messages() returns table (
        message_id uuid, conversation_id uuid, written_at timestamptz, direction text, type text, status text,
        status_reason text, written_by_user_id uuid, written_by_kind text, text text, is_note boolean
      ) language sql stable security definer set search_path = pg_catalog as $$
        select id, conversation_id, time, direction, type, status, status_reason, created_by_id, created_by_entity,
               case when is_deleted then null else coalesce(content ->> 'text', content ->> 'caption') end,
               type = 'information'
          from transcript.entry
         where customer_id = analytics.customer() and type <> 'event' and held_until is null $$;

      create function analytics.contacts() returns table (
        contact_id uuid, name text, phone text, email text, company text, city text, country text, opted_in boolean,
        is_blocked boolean, created_at timestamptz
      ) language sql stable security definer set search_path = pg_catalog as $$
        select id, name, phone, email, company, city, country, opt_in, is_blocked, created_at
          from contacts.contact where customer_id = analytics.customer() and not is_erased $$;

      create function analytics.names() returns table (id text, name text)
        language sql stable security definer set search_path = pg_catalog as $$
        select id, name from audit.named where customer_id = analytics.customer() and name is not null $$;

      create schema analytics_v1;
      create view analytics_v1.conversation as select * from analytics.conversations();
      create view analytics_v1.conversation_tag as select * from analytics.conversation_tags();
      create view analytics_v1.message as select * from analytics.messages();
      create view analytics_v1.contact as select * from analytics.contacts();
      -- What users, teams, channels and tags are called, by their ids.
      create view analytics_v1.named as select * from analytics.names();
      revoke all on all functions in schema analytics from public;
    `);
  }

  async down(): Promise<void> {
    // Migrations run forward only.
  }
}
