import type { MigrationInterface } from 'typeorm';
import { Session1763700006000 } from '@parley/access/http/sign-in/session.migration';
import { AssignmentJob1764200000000 } from '@parley/conversations/assign-all/assignment-job.migration';
import { Draft1764100000000, DraftKind1764500000000 } from '@parley/conversations/drafts/draft.migration';
import { Projection1763700000200 } from '@parley/event-sourcing/projection/projection.migration';
import { ParkedReaction1763900001000 } from '@parley/event-sourcing/reaction/parked-reaction.migration';
import {
  EventLog1763700000100,
  EventLogDrawn1764300000000,
} from '@parley/event-sourcing/store/postgres/event-log.migration';
import { Parked1763900000000 } from '@parley/platform/bus/parked.migration';
import { Bus1763700001000 } from '@parley/platform/bus/postgres/bus.migration';
import { Lease1763800000000 } from '@parley/platform/lease/lease.migration';
import { Keys1763700002000 } from '@parley/platform/security/keys.migration';
import {
  EmbeddedAccountCosts1764400000000,
  EmbeddedAccounts1764000000000,
  EmbeddedIdentity1763700007000,
} from './embedded/identity/identity.migration';

/** Operational tables, in the order in which they came. A view's tables are its own: see projection/view.ts. */
export const migrations: (new () => MigrationInterface)[] = [
  EventLog1763700000100,
  Projection1763700000200,
  Bus1763700001000,
  Keys1763700002000,
  Session1763700006000,
  EmbeddedIdentity1763700007000,
  Lease1763800000000,
  Parked1763900000000,
  ParkedReaction1763900001000,
  EmbeddedAccounts1764000000000,
  Draft1764100000000,
  AssignmentJob1764200000000,
  EventLogDrawn1764300000000,
  EmbeddedAccountCosts1764400000000,
  DraftKind1764500000000,
];
