import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Bus } from '@parley/platform/bus/bus';
import { loadConfig } from '@parley/platform/config/config';
import { makeLogger } from '@parley/platform/telemetry/logging';
import { AppModule } from '@parley/server/app.module';
import { openEngines } from '@parley/server/engines';
import { useHttp } from '@parley/server/http';

/** A bus that drops every message. */
class Nowhere extends Bus {
  protected async append(): Promise<void> {}
  async consume(): Promise<void> {}
  async park(): Promise<void> {}
  async lag(): Promise<[]> {
    return [];
  }
}

/** Runs only the role `ingress`; with the argument `nowhere`, its bus stores nothing. */
async function main(): Promise<void> {
  const config = loadConfig({ ...process.env, PARLEY_ROLES: 'ingress' });
  const engines = await openEngines(config);
  const bus = process.argv[2] === 'nowhere' ? new Nowhere() : engines.bus;
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of({ ...engines, bus }), {
    bodyParser: false,
    logger: makeLogger({ ...process.env, PARLEY_LOG_LEVEL: 'warn' }),
  });
  useHttp(app, config);
  await app.listen(config.port, '127.0.0.1');
  process.once('SIGTERM', () => process.exit(0));
  process.stdout.write('ready\n');
}

void main();
