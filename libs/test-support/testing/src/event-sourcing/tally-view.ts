import type { RecordedEvent } from '@parley/contracts/events';
import type { Change, View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';

/** A view for tests of the engines, which counts the events of each stream and stores their versions in order. */
export class TallyView implements View {
  readonly prefixes = ['tally-'];
  ddl = 'create table tally (stream text primary key, events int not null, versions int[] not null)';
  indexes = 'create index tally_events on tally (events)';
  /** Called with each batch before it is folded. */
  before?: (events: RecordedEvent[], tx: Sql) => void | Promise<void>;

  constructor(readonly name = 'tally') {}

  async project(events: RecordedEvent[], tx: Sql): Promise<Change[]> {
    await this.before?.(events, tx);
    for (const { stream, version } of events) {
      await tx.query(
        `insert into tally values ($1, 1, array[$2::int])
         on conflict (stream) do update set events = tally.events + 1, versions = tally.versions || $2::int`,
        [stream, version],
      );
    }
    return events.map(({ stream, position, customerId }) => ({
      position,
      customerId,
      id: stream,
      parentId: null,
      before: null,
      after: { channelId: 'c', assignedUserId: null, assignedTeamId: null },
    }));
  }
}
