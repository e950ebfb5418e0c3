import type { Client } from 'pg';
import type { NewEvent } from '@parley/event-sourcing/store/event-store';
import { withClients } from './clients';

const TABLE = `
  create table if not exists event (
    position bigint generated always as identity primary key, stream text not null, version bigint not null,
    id uuid not null, type text not null, schema_version smallint not null, data json not null, metadata json not null)`;

const INSERT = `
  insert into event (stream, version, id, type, schema_version, data, metadata)
  values ($1, $2, $3, $4, $5, $6, $7)`;

const INSERT_MANY = `
  insert into event (stream, version, id, type, schema_version, data, metadata)
  select * from unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::smallint[], $6::json[], $7::json[])`;

/**
 * Inserts rows of events into PostgreSQL without the product, each in its own commit, with one connection per client.
 */
export class InsertFloor {
  private constructor(private readonly clients: Client[]) {}

  /** Connects for the duration of `work`. */
  static use<T>(url: string, clients: number, work: (floor: InsertFloor) => Promise<T>): Promise<T> {
    return withClients(url, clients, async (connected) => {
      await connected[0]?.query(TABLE);
      return work(new InsertFloor(connected));
    });
  }

  async insert(client: number, stream: string, event: NewEvent): Promise<void> {
    const { id, type, schemaVersion, data } = event;
    const row = [stream, 0, id, type, schemaVersion, JSON.stringify(data), metadataOf(event)];
    await this.clients[client]?.query(INSERT, row);
  }

  async insertMany(client: number, stream: string, events: NewEvent[]): Promise<void> {
    await this.clients[client]?.query(INSERT_MANY, [
      events.map(() => stream),
      events.map((_, version) => version),
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ schemaVersion }) => schemaVersion),
      events.map(({ data }) => JSON.stringify(data)),
      events.map(metadataOf),
    ]);
  }
}

function metadataOf({ actor, correlationId, causationId, time }: NewEvent): string {
  return JSON.stringify({ actor, correlationId, causationId, time });
}
