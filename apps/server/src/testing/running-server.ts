import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { loadConfig } from '@parley/platform/config/config';
import { issuerDouble, type IssuerDouble } from '@parley/testing/oidc/issuer-double';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { AppModule } from '../app.module';
import { BackgroundWork } from '@parley/platform/background-work';
import { openEngines, type Engines } from '../engines';
import { useHttp } from '../http';
import { openApiDocument } from '../openapi/openapi';
import { migrations } from '../migrations';
import { allViewsShow } from './all-views-show';

/** Time limit in ms for views to show the log, on a busy machine. */
const SHOWN_MS = 60_000;

/** The product with a database and an issuer of its own, for tests that call it. */
export interface RunningServer {
  url: string;
  database: TestDatabase;
  engines: Engines;
  app: NestExpressApplication;
  issuer: IssuerDouble;
  document: ReturnType<typeof openApiDocument>;
  /** Waits until every view shows the whole log. @returns the position of its head */
  shown(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the product in this process.
 * @param environment variables in addition to those of every test; `PORT` if the test has to know the port before
 * the start
 * @param prepare called before the first request is accepted
 */
export async function runServer(
  environment: Record<string, string> = {},
  prepare: (app: NestExpressApplication) => void = () => {},
): Promise<RunningServer> {
  const data = mkdtempSync(join(tmpdir(), 'parley-server-'));
  const database = await testDatabase(migrations);
  const issuer = await issuerDouble();
  const config = loadConfig({
    DATABASE_URL: database.url,
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'parley',
    OIDC_CLIENT_SECRET: 'secret',
    PARLEY_SECRET: 'only ever used by tests, 32 characters',
    PARLEY_DATA: data,
    ...environment,
  });
  const engines = await openEngines(config);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(engines), {
    bodyParser: false,
    logger: ['fatal', 'error'],
  });
  prepare(app);
  useHttp(app, config);
  const document = openApiDocument(app);
  await app.listen(environment.PORT ?? 0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  const shown = () => allViewsShow(engines, undefined, SHOWN_MS);
  const close = async () => {
    await app.close();
    await app.get(BackgroundWork).stop();
    await engines.close();
    await issuer.close();
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  };
  return { url, database, engines, app, issuer, document, shown, close };
}
