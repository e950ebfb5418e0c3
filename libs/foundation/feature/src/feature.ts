import type { Type } from '@nestjs/common';
import type { Registry } from 'prom-client';
import type { AbilityTable } from '@parley/contracts/abilities';
import type { Consumer } from '@parley/platform/bus/consumer';
import type { Sql } from '@parley/platform/database/database';
import type { Migration } from '@parley/platform/database/migrate';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import type { DueCommand } from '@parley/event-sourcing/due/due-ticker';
import type { ExportSource } from './export-source';
import type { JobKind } from './job-kind';
import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';

/**
 * Everything that a context or flow adds to the product: each role of the server uses its part of every feature.
 * `module` provides the classes that the other fields name; the roles get them from the container.
 */
export interface Feature {
  /** Provides the classes of the context except its routes, and exports only classes that roles need. */
  module?: Type;
  /** Migrations of its own operational tables. A view creates its tables itself. */
  migrations?: Migration[];
  /** Views for the projector. */
  views?: View[];
  /** Views whose changes the realtime role pushes. */
  live?: Type<LiveView>[];
  /** Reactions for the worker. */
  reactions?: Type<Reaction>[];
  /** Scheduled commands, from the table `due` of the view; the worker issues each at its time. */
  due?: { view: View; commands: Type<DueCommand>[] }[];
  /** Singleton workers, which the worker runs under a lease. */
  work?: Type<LeasedWork>[];
  /** Kinds of jobs that the worker runs and the role api shows. */
  jobs?: Type<JobKind>[];
  /** Sources of rows for exports. */
  exports?: Type<ExportSource>[];
  /** Consumers to which the worker passes the messages of their topics. */
  consumers?: Type<Consumer>[];
  /** Registers metrics that are read from the database; called by the worker. */
  gauges?: ((registry: Registry, database: Sql) => void)[];
  /** The abilities of each role on the feature's subjects; routes and the client check them. */
  abilities?: AbilityTable;
  /** Routes for the role api. */
  http?: Type;
  /** Routes for the role ingress. */
  ingress?: Type;
  /** Sockets for clients other than users, for the role realtime. */
  sockets?: Type;
}
