import { idOf, type AppEvent, type RecordedEvent } from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import { installedApp, type InstalledAppState } from '../domain/installed-app';

/** Hint of a secret, and the user who set it. */
export interface SecretRow {
  hint: string;
  by: string;
  at: string;
}

/** The user who signed in at the other service, and since when the service rejects the tokens. */
export interface ConnectionRow {
  by: string;
  at: string;
  refusedSince: string | null;
}

export interface AppRow {
  [column: string]: unknown;
  id: string;
  customer_id: string;
  status: InstalledAppState['status'];
  package_name: string;
  name: string;
  state: InstalledAppState;
  /** The hints of the secrets, by the names of their settings. */
  secrets: Record<string, SecretRow>;
  connection: ConnectionRow | null;
  kept_until: string | null;
}

export const appsView: View = {
  name: 'apps',
  prefixes: ['app-'],
  ddl: `
    create table app (
      id uuid primary key,
      customer_id uuid not null,
      status text not null,
      package_name text not null,
      name text not null,
      state jsonb not null,
      secrets jsonb not null,
      connection jsonb,
      kept_until timestamptz
    );
    create index app_by_customer on app (customer_id);
    create index app_kept on app (kept_until) where kept_until is not null;`,

  async project(events, tx) {
    const ids = [...new Set(events.map(({ stream }) => idOf(stream)))];
    const { rows } = await tx.query<AppRow>('select * from app where id = any($1::uuid[])', [ids]);
    const apps = new Map(rows.map((row) => [row.id, row]));
    for (const event of events as (RecordedEvent & AppEvent)[]) {
      const id = idOf(event.stream);
      apps.set(id, rowAfter(apps.get(id), id, event));
    }
    await upsert(tx, 'app', ['id'], [...apps.values()]);
    return [];
  },
};

function rowAfter(row: AppRow | undefined, id: string, event: RecordedEvent & AppEvent): AppRow {
  const state = installedApp.evolve(row?.state ?? installedApp.initialState, event);
  const { status, packageName, name, keptUntil } = state;
  return {
    ...{ id, customer_id: event.customerId, status, package_name: packageName, name, state },
    secrets: event.type === 'AppInstalled' ? {} : secretsAfter(row?.secrets ?? {}, event),
    connection: connectionAfter(row?.connection ?? null, event),
    kept_until: keptUntil,
  };
}

function connectionAfter(
  connection: ConnectionRow | null,
  { type, actor, time }: RecordedEvent & AppEvent,
): ConnectionRow | null {
  switch (type) {
    case 'AppConnected':
      return { by: actor.id, at: time, refusedSince: null };
    case 'AppConnectionRefused':
      return connection && { ...connection, refusedSince: time };
    case 'AppDisconnected':
    case 'AppInstalled':
      return null;
    default:
      return connection;
  }
}

function secretsAfter(secrets: Record<string, SecretRow>, event: RecordedEvent & AppEvent) {
  if (event.type !== 'AppSettingsChanged') return secrets;
  const after = { ...secrets };
  for (const { name, value } of event.data.secrets) {
    if (value === GONE) delete after[name];
    else after[name] = { hint: value, by: event.actor.id, at: event.time };
  }
  return after;
}

/** Value in an event for a secret that was removed. */
export const GONE = '-';
