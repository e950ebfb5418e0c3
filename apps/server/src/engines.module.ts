import {
  Global,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { settingsCategories } from '@parley/contracts/events';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { Bus } from '@parley/platform/bus/bus';
import { Config } from '@parley/platform/config/config';
import { Database } from '@parley/platform/database/database';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import { Leases } from '@parley/platform/lease/leases';
import { Mailer } from '@parley/platform/mail/mailer';
import { Secrets, SubjectKeys } from '@parley/platform/security/keys';
import { MasterKey } from '@parley/platform/security/master-key';
import { Storage } from '@parley/platform/storage/storage';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import { BackgroundWork } from '@parley/platform/background-work';
import type { Engines } from './engines';

/** Provides the engines for injection, under their abstract classes. */
@Global()
@Module({})
export class EnginesModule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly closing = new AbortController();

  constructor(
    private readonly feed: LogFeed,
    private readonly work: BackgroundWork,
  ) {}

  /**
   * Starts the feed of the log before the process accepts requests, so that the caches are invalidated by the log
   * from their first entry on.
   */
  async onApplicationBootstrap(): Promise<void> {
    const start = await this.feed.begin();
    const untilClosed = (signal: AbortSignal) => AbortSignal.any([signal, this.closing.signal]);
    this.work.run((signal) => this.feed.run(start, untilClosed(signal)));
    this.work.run((signal) => this.feed.confirm(untilClosed(signal)));
  }

  onModuleDestroy(): void {
    this.closing.abort();
  }

  static of(engines: Engines): DynamicModule {
    const aggregates = new Aggregates(engines.store);
    const providers = [
      { provide: Config, useValue: engines.config },
      { provide: Database, useValue: engines.database },
      { provide: EventStore, useValue: engines.store },
      { provide: Aggregates, useValue: aggregates },
      { provide: Claims, useValue: new Claims(aggregates, engines.masterKey) },
      {
        provide: LogFeed,
        useValue: new LogFeed(
          engines.store,
          settingsCategories.map((category) => `${category}-`),
        ),
      },
      { provide: Bus, useValue: engines.bus },
      { provide: Leases, useValue: engines.leases },
      { provide: Storage, useValue: engines.storage },
      { provide: Mailer, useValue: engines.mailer },
      { provide: SubjectKeys, useValue: engines.subjectKeys },
      { provide: Secrets, useValue: engines.secrets },
      { provide: MasterKey, useValue: engines.masterKey },
      { provide: Views, useValue: engines.views },
      { provide: PostgresViews, useValue: engines.views },
      // All contexts share one instance, since its limit leaves most of the connection pool to other work.
      OneAtATime,
      { provide: WorkerPool, useFactory: () => new WorkerPool() },
      BackgroundWork,
    ];
    return { module: EnginesModule, providers, exports: providers };
  }
}
