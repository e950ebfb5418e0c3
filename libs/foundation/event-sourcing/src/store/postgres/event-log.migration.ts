import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the event log. Positions come from a sequence, so overlapping appends may become visible out of order.
 * Every append takes a shared advisory lock, by which readers see whether an earlier position may still be
 * uncommitted.
 */
export class EventLog1763700000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema event_log;

      create table event_log.engine (id uuid primary key);
      insert into event_log.engine values (gen_random_uuid());

      -- A cache would hand out positions out of order within a stream.
      create sequence event_log.position cache 1;

      create table event_log.stream (
        no bigint generated always as identity primary key,
        name text collate "C" not null unique,
        customer_id text not null,
        -- The version of its last event. An append updates this row first, so appends to one stream queue up here.
        version bigint not null
      ) with (fillfactor = 80);

      create table event_log.event (
        position bigint primary key default nextval('event_log.position'),
        stream_no bigint not null,
        version bigint not null,
        id uuid not null,
        type text not null,
        schema_version smallint not null,
        -- Verbatim text: jsonb would be slower, and it refuses \\u0000.
        data json not null,
        metadata json not null,
        unique (stream_no, version)
      );
    `);
    await runner.query(APPEND);
    await runner.query(APPEND_ALL);
    await runner.query(DRAWN);
    await runner.query(WATERMARK);
    await runner.query(TAIL);
  }

  async down(): Promise<void> {
    throw new Error('The log of everything that happened is never dropped by a migration.');
  }
}

/** Replaces the watermark function in logs that were created when it read the highest position in another way. */
export class EventLogDrawn1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DRAWN);
    await runner.query(WATERMARK);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}

/**
 * Replaces the watermark function in logs that were created when it did not return the position of the last event.
 */
export class EventLogLast1766000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(WATERMARK);
    await runner.query(TAIL);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}

/**
 * Function that appends to one stream. Expected version: a version, -1 for no stream, -2 for any. Outcome:
 * `appended`; `repeated` if these very events are already stored there; `conflict` with the actual version.
 */
const APPEND = `
  create function event_log.append(
    in_stream text, in_customer text, in_expected bigint,
    in_ids uuid[], in_types text[], in_schema_versions smallint[], in_data json[], in_metadata json[],
    out outcome text, out last_version bigint, out last_position bigint
  ) language plpgsql as $$
  declare
    added constant int := cardinality(in_ids);
    owner text;
    number bigint;
    first bigint;
  begin
    perform pg_advisory_xact_lock_shared(7345001);

    if in_expected >= 0 then
      update event_log.stream s set version = s.version + added
       where s.name = in_stream and s.customer_id = in_customer and s.version = in_expected
      returning s.no, s.version into number, last_version;
    elsif in_expected = -1 then
      insert into event_log.stream (name, customer_id, version) values (in_stream, in_customer, added - 1)
      on conflict (name) do nothing
      returning no, version into number, last_version;
    else
      insert into event_log.stream (name, customer_id, version) values (in_stream, in_customer, -1)
      on conflict (name) do nothing;
      perform 1 from event_log.stream s where s.name = in_stream for update;
      update event_log.stream s set version = s.version + added
       where s.name = in_stream and s.customer_id = in_customer
         and not exists (select from event_log.event e where e.stream_no = s.no and e.id = in_ids[1])
      returning s.no, s.version into number, last_version;
    end if;

    if number is not null then
      -- nextval runs while the stream's row is locked: in a stream, the order of positions is that of versions.
      with inserted as (
        insert into event_log.event (stream_no, version, id, type, schema_version, data, metadata)
        select number, last_version - added + n.ordinal, n.id, n.type, n.schema_version, n.data, n.metadata
          from unnest(in_ids, in_types, in_schema_versions, in_data, in_metadata)
               with ordinality n(id, type, schema_version, data, metadata, ordinal)
         order by n.ordinal
        returning position)
      select max(position) into last_position from inserted;
      outcome := 'appended';
      return;
    end if;

    outcome := 'conflict';
    select s.no, s.version, s.customer_id into number, last_version, owner
      from event_log.stream s where s.name = in_stream;
    if owner is distinct from in_customer then
      last_version := null;
      return;
    end if;
    if in_expected = -2 then
      select e.version into first from event_log.event e where e.stream_no = number and e.id = in_ids[1];
    else
      first := in_expected + 1;
    end if;
    select max(e.position) into last_position
      from unnest(in_ids) with ordinality n(id, ordinal)
      join event_log.event e on e.stream_no = number and e.version = first + n.ordinal - 1 and e.id = n.id
    having count(*) = added;
    if last_position is not null then
      outcome := 'repeated';
      last_version := first + added - 1;
    end if;
  end $$`;

/**
 * Function that makes several appends in one commit. The events of all appends form one flat list; `in_counts`
 * contains the number of events of each append. Callers sort appends by stream, since two calls could otherwise
 * deadlock.
 */
const APPEND_ALL = `
  create function event_log.append_all(
    in_streams text[], in_customers text[], in_expected bigint[], in_counts int[],
    in_ids uuid[], in_types text[], in_schema_versions smallint[], in_data json[], in_metadata json[]
  ) returns table (outcome text, last_version bigint, last_position bigint) language plpgsql as $$
  declare
    start int := 1;
    stop int;
  begin
    for i in 1 .. cardinality(in_streams) loop
      stop := start + in_counts[i] - 1;
      return query select a.* from event_log.append(
        in_streams[i], in_customers[i], in_expected[i],
        in_ids[start:stop], in_types[start:stop], in_schema_versions[start:stop],
        in_data[start:stop], in_metadata[start:stop]) a;
      start := stop + 1;
    end loop;
  end $$`;

/**
 * Function that returns the highest position that the sequence has issued. `select last_value` would be wrong: once
 * in 32 numbers, while a sequence writes its log record, its row contains a value up to 32 ahead, and only the
 * sequence functions lock that row while they read it (nextval_internal in PostgreSQL's sequence.c).
 */
const DRAWN = `
  create or replace function event_log.drawn() returns bigint language sql volatile as $$
    select coalesce(pg_sequence_last_value('event_log.position'), 0);
  $$`;

/**
 * Function that reads the highest issued position first, and THEN the appends in progress. Every append that got a
 * position up to that head is either listed or has ended; if it has ended, its events are visible to every later
 * statement. If none is in progress, `last` is the last event up to the head, since each statement of the function
 * sees everything that was committed before it began.
 */
const WATERMARK = `
  drop function if exists event_log.watermark();
  create function event_log.watermark(out head bigint, out in_flight text[], out last bigint) language plpgsql as $$
  begin
    head := event_log.drawn();
    select coalesce(array_agg(virtualtransaction || '/' || pid), '{}') into in_flight
      from pg_locks
     where locktype = 'advisory' and classid = 0 and objid = 7345001 and objsubid = 1 and granted
       and database = (select oid from pg_database where datname = current_database());
    if in_flight = '{}' then
      select coalesce(max(position), 0) into last from event_log.event where position <= head;
    end if;
  end $$`;

/**
 * Function that returns the watermark together with the events that a reader at the head needs next: those after a
 * position up to `last`. Returns at least one row. The statement that reads the events begins after the watermark has
 * been read.
 */
const TAIL = `
  create or replace function event_log.tail(in_after bigint, in_until bigint, in_prefixes text[], in_limit int)
  returns table (
    head bigint, in_flight text[], last bigint, stream text, customer_id text, "position" bigint, version bigint,
    id uuid, type text, schema_version smallint, data json, metadata json
  ) language plpgsql as $$
  declare
    mark record;
  begin
    select w.* into mark from event_log.watermark() w;
    if mark.last > in_after then
      return query
        select mark.head, mark.in_flight, mark.last, s.name::text, s.customer_id, e."position", e.version,
               e.id, e.type, e.schema_version, e.data, e.metadata
          from (select * from event_log.event v
                 where v."position" > in_after and v."position" <= least(mark.last, in_until)
                 order by v."position" offset 0) e
         cross join lateral (select n.name, n.customer_id from event_log.stream n where n.no = e.stream_no offset 0) s
         where s.name ^@ any(in_prefixes)
         order by e."position" limit in_limit;
      if found then return; end if;
    end if;
    return query select mark.head, mark.in_flight, mark.last, null::text, null::text, null::bigint, null::bigint,
                        null::uuid, null::text, null::smallint, null::json, null::json;
  end $$`;
