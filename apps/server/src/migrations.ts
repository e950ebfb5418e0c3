import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { SetAside1764620000000 } from '@parley/event-sourcing/projection/set-aside.migration';
import { ParkedReaction1763900001000 } from '@parley/event-sourcing/reaction/parked-reaction.migration';
import {
  EventLog1763700000100,
  EventLogDrawn1764300000000,
  EventLogLast1766000000000,
} from '@parley/event-sourcing/store/postgres/event-log.migration';
import { Parked1763900000000 } from '@parley/platform/bus/parked.migration';
import { Bus1763700001000 } from '@parley/platform/bus/postgres/bus.migration';
import type { Migration } from '@parley/platform/database/migrate';
import { Lease1763800000000 } from '@parley/platform/lease/lease.migration';
import { LeasePool1767590000100 } from '@parley/platform/lease/lease-pool.migration';
import { Keys1763700002000 } from '@parley/platform/security/keys.migration';
import { features } from './features';

/**
 * The migrations of the engines and of the features, for all tables that are not part of a view. They run in the
 * order of their timestamps.
 */
export const migrations: Migration[] = [
  ...[EventLog1763700000100, EventLogDrawn1764300000000, EventLogLast1766000000000],
  ...[
    Projection1763700000200,
    ViewTally1767500000000,
    ParkedReaction1763900001000,
    ChangeCorrelation1764610000000,
    ChangeParent1765100000000,
    SetAside1764620000000,
  ],
  ...[Bus1763700001000, Parked1763900000000, Lease1763800000000, LeasePool1767590000100, Keys1763700002000],
  ...features.flatMap((feature) => feature.migrations ?? []),
];
