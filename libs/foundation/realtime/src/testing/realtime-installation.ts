import { setMaxListeners } from 'node:events';
import type { INestApplication, Provider, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { ProjectionRunner } from '@parley/event-sourcing/projection/projection-runner';
import { SetAside1764620000000 } from '@parley/event-sourcing/projection/set-aside.migration';
import type { View } from '@parley/event-sourcing/projection/view';
import { Views } from '@parley/event-sourcing/projection/views';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { Config, loadConfig } from '@parley/platform/config/config';
import { Database } from '@parley/platform/database/database';
import { Authenticator } from '@parley/platform/http/principal';
import { MasterKey } from '@parley/platform/security/master-key';
import { RateLimits } from '@parley/platform/http/rate-limits';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { LiveModule } from '../live.module';
import { LiveViews } from '../live-views';
import { LIVE_CHANNEL } from '../pieces';
import { RealtimeGateway } from '../realtime.gateway';
import { AuthenticatorDouble } from './realtime-testing';

/** The master key of every test installation. */
export const testMasterKey = new MasterKey('a secret that is long enough for tests');

export interface InstallationOptions {
  /** Views for the projector. */
  views: View[];
  /** The live views, and the providers that they need. */
  live: Type<LiveView>[];
  providers?: Provider[];
}

/** A log, its views with their projectors, and two realtime processes with sockets. */
export class RealtimeInstallation {
  readonly apps: INestApplication[] = [];
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>[] = [];
  private readonly feed: LogFeed;

  private constructor(
    readonly database: TestDatabase,
    readonly store: PostgresEventStore,
    readonly views: PostgresViews,
    private readonly options: InstallationOptions,
  ) {
    // All loops share this signal, so Node's warning about too many listeners would be a false alarm.
    setMaxListeners(0, this.stopping.signal);
    this.feed = new LogFeed(store, ['user-', 'team-', 'tag-', 'label-']);
  }

  static async open(options: InstallationOptions): Promise<RealtimeInstallation> {
    const database = await testDatabase([
      EventLog1763700000100,
      Projection1763700000200,
      ViewTally1767500000000,
      ChangeCorrelation1764610000000,
      ChangeParent1765100000000,
      SetAside1764620000000,
    ]);
    const [store, views] = [await PostgresEventStore.open(database), new PostgresViews(database)];
    const made = new RealtimeInstallation(database, store, views, options);
    made.run((signal) => made.feed.run(undefined, signal));
    for (const view of options.views) {
      made.run((signal) => new ProjectionRunner(store, database, view, views).run(signal));
    }
    made.apps.push(await made.start(), await made.start());
    await made.untilReady();
    return made;
  }

  /** Starts another process, which the caller closes. */
  async start(environment: NodeJS.ProcessEnv = {}): Promise<INestApplication> {
    const { live, providers = [] } = this.options;
    const engines: Provider[] = [
      { provide: Database, useValue: this.database },
      { provide: Views, useValue: this.views },
      { provide: PostgresViews, useValue: this.views },
      { provide: Authenticator, useClass: AuthenticatorDouble },
      { provide: LogFeed, useValue: this.feed },
      { provide: Config, useValue: loadConfig(environment) },
      { provide: MasterKey, useValue: testMasterKey },
      RateLimits,
    ];
    const testing = await Test.createTestingModule({
      imports: [LiveModule, { module: class Engines {}, global: true, providers: engines, exports: engines }],
      providers: [...live, ...providers],
    }).compile();
    const app = testing.createNestApplication();
    app.get(LiveViews).register(live.map((type) => app.get(type)));
    await app.init();
    await app.get(RealtimeGateway).start((loop) => this.run(loop));
    await app.listen(0, '127.0.0.1');
    return app;
  }

  async close(): Promise<void> {
    await Promise.all(this.apps.map((app) => app.close()));
    this.stopping.abort();
    await Promise.all(this.running);
    await this.store.close();
    await this.database.drop();
  }

  /** Waits until the views have tables and the processes listen; before, sockets are refused and notices lost. */
  private async untilReady(): Promise<void> {
    const { views } = this.options;
    for (let isReady = false; !isReady;) {
      const { rows } = await this.database.query<{ filled: number; listening: number }>(
        `select (select count(*)::integer from parley.view_checkpoint) as filled,
                (select count(*)::integer from pg_stat_activity
                  where datname = current_database() and query = $1) as listening`,
        [`listen "${LIVE_CHANNEL}"`],
      );
      const { filled, listening } = rows[0]!;
      isReady = filled >= views.length && listening >= this.apps.length;
    }
  }

  private run(loop: (signal: AbortSignal) => Promise<void>): void {
    this.running.push(loop(this.stopping.signal));
  }
}
