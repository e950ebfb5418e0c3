import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { Abilities } from '@parley/access/domain/abilities';
import { loadConfig } from '@parley/platform/config/config';
import { TelemetryModule } from '@parley/platform/telemetry/telemetry.module';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { BackgroundWork } from '@parley/platform/background-work';
import { abilities } from '../../features';
import { openEngines, type Engines } from '../../engines';
import { EnginesModule } from '../../engines.module';
import { ProjectorModule } from '../projector.module';
import { WorkerModule } from '../worker.module';
import { migrations } from '../../migrations';

/** The two roles that lead from the bus to the rows of views, as one process runs them. */
@Module({ imports: [WorkerModule, ProjectorModule, CqrsModule] })
class WorkerAndProjector {}

@Global()
@Module({ providers: [{ provide: Abilities, useValue: abilities }], exports: [Abilities] })
class AbilitiesModule {}

/** Runs worker and projector in this process, with a database and a data folder of their own. */
export class TestWorker {
  private constructor(
    readonly database: TestDatabase,
    readonly engines: Engines,
    readonly app: INestApplicationContext,
    readonly dataDir: string,
  ) {}

  /** @param settings environment variables in addition to those of every test */
  static async start(settings: NodeJS.ProcessEnv = {}): Promise<TestWorker> {
    const database = await testDatabase(migrations);
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-worker-'));
    const config = loadConfig({
      DATABASE_URL: database.url,
      PARLEY_DATA: dataDir,
      PARLEY_SECRET: 'only ever used by tests, 32 characters',
      ...settings,
    });
    const engines = await openEngines(config);
    @Module({ imports: [EnginesModule.of(engines), TelemetryModule, AbilitiesModule, WorkerAndProjector] })
    class Product {}
    const app = await NestFactory.createApplicationContext(Product, {
      logger: ['fatal', 'error'],
      abortOnError: false,
    });
    return new TestWorker(database, engines, app, dataDir);
  }

  async stop(): Promise<void> {
    await this.app.get(BackgroundWork).stop();
    await this.app.close();
    await this.engines.close();
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
