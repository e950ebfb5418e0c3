import { Injectable } from '@nestjs/common';
import { idOf, type RecordedEvent } from '@parley/contracts/events';
import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import { accessChange, type Change, type View } from '@parley/event-sourcing/projection/view';
import { Database, type Sql } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';

/** Events of a made-up area outside this product. */
export type ParcelFact =
  | { type: 'ParcelMoved'; data: { depot: string } }
  | { type: 'ParcelLost'; data: Record<string, never> }
  | { type: 'ParcelScanned'; data: { scanId: string; note: string } }
  | { type: 'ClerkPosted'; data: { depot: string } };

type ParcelEvent = RecordedEvent & ParcelFact;

/** Parcels by depot, and the depot of each clerk. */
export const parcelsView: View = {
  name: 'parcels',
  prefixes: ['parcel-', 'clerk-'],
  ddl: `create table parcel (id uuid primary key, customer_id uuid not null, depot text not null);
        create table clerk (id uuid primary key, customer_id uuid not null, depot text not null)`,
  async project(events, tx) {
    const changes: Change[] = [];
    for (const event of events as ParcelEvent[]) {
      const { customerId, position } = event;
      const id = idOf(event.stream);
      const before = await depotOf(tx, id);
      if (event.type === 'ClerkPosted') {
        await save(tx, 'clerk', event, event.data.depot);
        changes.push(accessChange(event, id));
      } else if (event.type === 'ParcelMoved') {
        await save(tx, 'parcel', event, event.data.depot);
        changes.push({ position, customerId, id, parentId: null, before, after: event.data });
      } else if (event.type === 'ParcelLost') {
        await tx.query('delete from parcel where id = $1', [id]);
        changes.push({ position, customerId, id, parentId: null, before, after: null });
      }
    }
    return changes;
  },
};

async function depotOf(tx: Sql, id: string): Promise<Depot | null> {
  const { rows } = await tx.query<Depot>('select depot from parcel where id = $1', [id]);
  return rows[0] ?? null;
}

async function save(tx: Sql, table: 'clerk' | 'parcel', event: ParcelEvent, depot: string): Promise<void> {
  await tx.query(
    `insert into ${table} values ($1, $2, $3) on conflict (id) do update set depot = excluded.depot`,
    [idOf(event.stream), event.customerId, depot],
  );
}

/** Scans of each parcel. */
export const scansView: View = {
  name: 'scans',
  prefixes: ['parcel-'],
  ddl: 'create table scan (id uuid primary key, customer_id uuid not null, parcel_id uuid not null, note text not null)',
  async project(events, tx) {
    const changes: Change[] = [];
    for (const { type, stream, customerId, position, data } of events as ParcelEvent[]) {
      if (type !== 'ParcelScanned') continue;
      const [id, parentId] = [data.scanId, idOf(stream)];
      await tx.query('insert into scan values ($1, $2, $3, $4)', [id, customerId, parentId, data.note]);
      changes.push({ position, customerId, id, parentId, before: null, after: null });
    }
    return changes;
  },
};

interface Depot {
  depot: string;
}

interface Clerk {
  userId: string;
  depot: string | null;
}

interface Parcel {
  id: string;
  depot: string;
}

/** A clerk sees the parcels in their own depot. */
@Injectable()
export class LiveParcels implements LiveView<Clerk, Depot> {
  readonly view = parcelsView.name;
  readonly ability = 'parcels:read';
  readonly room = 'parcel';
  readonly thread = {
    view: scansView.name,
    rowsFor: async (customerId: string, ids: string[]) => {
      const { rows } = await this.database.query<{ id: string; parcelId: string; note: string }>(
        'select id, parcel_id as "parcelId", note from scans.scan where customer_id = $1 and id = any($2::uuid[])',
        [customerId, ids],
      );
      return rows.map((row) => ({ id: row.id, parentId: row.parcelId, row }));
    },
  };

  constructor(private readonly database: Database) {}

  async viewerOf({ customerId, userId }: Principal): Promise<Clerk> {
    const { rows } = await this.database.query<Depot>(
      'select depot from parcels.clerk where customer_id = $1 and id = $2',
      [customerId, userId],
    );
    return { userId, depot: rows[0]?.depot ?? null };
  }

  visibleTo(clerk: Clerk, { depot }: Depot): boolean {
    return clerk.depot === depot;
  }

  isConcerned({ userId }: Clerk, ids: ReadonlySet<string>): boolean {
    return ids.has(userId);
  }

  async accessOf(customerId: string, ids: string[]): Promise<Map<string, Depot>> {
    const parcels = await this.parcels(customerId, ids);
    return new Map(parcels.map(({ id, depot }) => [id, { depot }]));
  }

  async rowsFor(customerId: string, ids: string[]) {
    const parcels = await this.parcels(customerId, ids);
    return parcels.map((parcel) => ({ id: parcel.id, access: parcel, shownTo: () => parcel }));
  }

  private async parcels(customerId: string, ids: string[]): Promise<Parcel[]> {
    const { rows } = await this.database.query<Parcel>(
      'select id, depot from parcels.parcel where customer_id = $1 and id = any($2::uuid[])',
      [customerId, ids],
    );
    return rows;
  }
}
