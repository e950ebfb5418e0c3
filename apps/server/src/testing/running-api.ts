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
import { BackgroundWork } from '../background-work';
import { openEngines, type Engines } from '../engines';
import { useHttp } from '../http';
import { openApiDocument } from '../openapi/openapi';

/** The API on a database of its own, for tests that call it. */
export interface RunningApi {
  url: string;
  database: TestDatabase;
  engines: Engines;
  app: NestExpressApplication;
  issuer: IssuerDouble;
  document: ReturnType<typeof openApiDocument>;
  close(): Promise<void>;
}

export async function runApi(environment: Record<string, string> = {}): Promise<RunningApi> {
  const data = mkdtempSync(join(tmpdir(), 'parley-api-'));
  const database = await testDatabase();
  const issuer = await issuerDouble();
  const config = loadConfig({
    DATABASE_URL: database.url,
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'parley',
    OIDC_CLIENT_SECRET: 'secret',
    PARLEY_SECRET: 'only ever used by tests, 32 characters',
    PARLEY_DATA: data,
    PARLEY_ROLES: 'api,ingress,projector',
    ...environment,
  });
  const engines = await openEngines(config);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(engines), {
    bodyParser: false,
    logger: ['fatal', 'error'],
  });
  useHttp(app, config);
  const document = openApiDocument(app);
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  const close = async () => {
    await app.close();
    await app.get(BackgroundWork).stop();
    await engines.close();
    await issuer.close();
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  };
  return { url, database, engines, app, issuer, document, close };
}
