import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';
import type { NewEvent } from '@parley/event-sourcing/store/event-store';
import { withClients } from './clients';

/** Files with message-db's SQL, in the order of its install.sh. */
const FILES = [
  'schema/message-store',
  'extensions/pgcrypto',
  'tables/messages',
  'types/message',
  'functions/message-store-version',
  'functions/hash-64',
  'functions/acquire-lock',
  'functions/category',
  'functions/is-category',
  'functions/id',
  'functions/cardinal-id',
  'functions/stream-version',
  'functions/write-message',
  'indexes/messages-id',
  'indexes/messages-stream',
  'indexes/messages-category',
];

/** Another event store in PostgreSQL (https://github.com/message-db/message-db), with one connection per client. */
export class MessageDb {
  private constructor(private readonly clients: Client[]) {}

  /** Runs message-db's SQL in an empty database. */
  static async install(url: string): Promise<void> {
    const folder = join(dirname(require.resolve('@eventide/message-db/package.json')), 'database');
    const database = new URL(url).pathname.slice(1);
    await withClients(url, 1, async ([client]) => {
      // Sets the search path, since message-db's functions call each other without naming their schema.
      await client?.query(`alter database ${database} set search_path to message_store, public`);
      await client?.query('set search_path to message_store, public');
      for (const file of FILES) await client?.query(await readFile(join(folder, `${file}.sql`), 'utf8'));
    });
  }

  /** Connects for the duration of `work`. */
  static use<T>(url: string, clients: number, work: (log: MessageDb) => Promise<T>): Promise<T> {
    return withClients(url, clients, (connected) => work(new MessageDb(connected)));
  }

  /** @param expected version of the stream's last message; -1 if there is none */
  async write(client: number, stream: string, expected: number, event: NewEvent): Promise<void> {
    const { id, type, data, actor, correlationId, causationId, time } = event;
    const metadata = JSON.stringify({ actor, correlationId, causationId, time });
    await this.clients[client]?.query('select message_store.write_message($1, $2, $3, $4, $5, $6)', [
      id,
      stream,
      type,
      JSON.stringify(data),
      metadata,
      expected,
    ]);
  }
}
