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
 * All that a context or flow adds to the product: each role of the server takes its part of every feature. `module` provides
 * the classes that are named here; the roles ask the container for them.
 */
export interface Feature {
  /** Provides what the context does, without its routes. Exports nothing that only roles ask for. */
  module?: Type;
  /** Operational tables of its own. A view's tables are the view's. */
  migrations?: Migration[];
  /** The projector folds them. */
  views?: View[];
  /** The realtime role pushes what changes in them. */
  live?: Type<LiveView>[];
  /** The worker runs them: what follows from facts. */
  reactions?: Type<Reaction>[];
  /** The worker issues these commands when their time has come, as the table `due` of the view says. */
  due?: { view: View; commands: Type<DueCommand>[] }[];
  /** The worker runs them under a lease. */
  work?: Type<LeasedWork>[];
  /** The worker runs jobs of these kinds, and the role api tells of them. */
  jobs?: Type<JobKind>[];
  /** What of it can be exported. */
  exports?: Type<ExportSource>[];
  /** The worker hands them the messages of their topics. */
  consumers?: Type<Consumer>[];
  /** What of it an operator watches that is found in the database; the worker registers it. */
  gauges?: ((registry: Registry, database: Sql) => void)[];
  /** Who may do what with its subjects: routes and the client ask for these. */
  abilities?: AbilityTable;
  /** The routes that the role api serves. */
  http?: Type;
  /** The routes that the role ingress serves. */
  ingress?: Type;
  /** Sockets for others than users, which the role realtime serves. */
  sockets?: Type;
}
