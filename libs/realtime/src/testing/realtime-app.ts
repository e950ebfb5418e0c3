import { setMaxListeners } from 'node:events';
import type { INestApplication, Provider, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import { Views } from '@parley/event-sourcing/projection/views';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { Config, loadConfig } from '@parley/platform/config/config';
import { Database } from '@parley/platform/database/database';
import { Authenticator } from '@parley/platform/http/principal';
import { RateLimits } from '@parley/platform/http/rate-limits';
import { LiveModule } from '../live.module';
import { LiveViews } from '../live-views';
import { RealtimeGateway } from '../realtime.gateway';
import { AuthenticatorDouble } from './realtime-testing';

/** Loops that run until a test is over. */
export class Loops {
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>[] = [];

  constructor() {
    // One signal for all of them: many listeners are no leak.
    setMaxListeners(0, this.stopping.signal);
  }

  readonly run = (loop: (signal: AbortSignal) => Promise<void>): void => {
    this.running.push(loop(this.stopping.signal));
  };

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }
}

export interface RealtimeOptions {
  database: Database;
  views: Views;
  feed: LogFeed;
  /** Live views, and `providers` for what they ask for. */
  live: Type<LiveView>[];
  providers?: Provider[];
  loops: Loops;
  environment?: NodeJS.ProcessEnv;
}

/** A realtime process, as far as its sockets can tell, at a port of its own. */
export async function startRealtime({
  database,
  views,
  feed,
  live,
  providers = [],
  loops,
  environment = {},
}: RealtimeOptions): Promise<INestApplication> {
  const engines: Provider[] = [
    { provide: Database, useValue: database },
    { provide: Views, useValue: views },
    { provide: Authenticator, useClass: AuthenticatorDouble },
    { provide: LogFeed, useValue: feed },
    { provide: Config, useValue: loadConfig(environment) },
    RateLimits,
  ];
  const testing = await Test.createTestingModule({
    imports: [LiveModule, { module: class Engines {}, global: true, providers: engines, exports: engines }],
    providers: [...live, ...providers],
  }).compile();
  const app = testing.createNestApplication();
  app.get(LiveViews).register(live.map((type) => app.get(type)));
  await app.init();
  await app.get(RealtimeGateway).start(loops.run);
  await app.listen(0, '127.0.0.1');
  return app;
}
