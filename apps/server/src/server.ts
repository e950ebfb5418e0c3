import { createServer } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { registerPoolMetrics } from '@parley/platform/database/pool-metrics';
import { registerBusMetrics } from '@parley/platform/bus/bus-metrics';
import { ParkedMessages } from '@parley/platform/bus/parked-messages';
import type { Config } from '@parley/platform/config/config';
import { HealthChecks, registerHealthMetrics } from '@parley/platform/telemetry/health';
import { makeLogger } from '@parley/platform/telemetry/logging';
import { Metrics } from '@parley/platform/telemetry/metrics';
import { startTracing } from '@parley/platform/telemetry/tracing';
import { AppModule } from './app.module';
import { BackgroundWork } from './background-work';
import { seedDemo } from '@parley/demo/demo';
import { useDemoGraph } from '@parley/demo/demo-channels';
import { StartError } from '@parley/platform/config/start-error';
import { openEngines, type Engines } from './engines';
import { useHttp } from './http';
import { cutSlowConnections } from './slow-connections';
import { useOpenApi } from './openapi/openapi';

export interface RunningServer {
  config: Config;
  /** Rejects when this process cannot go on. */
  failure: Promise<never>;
  close(): Promise<void>;
}

/**
 * Starts the product with the roles of its configuration, and is back once it answers.
 * @throws StartError
 * @throws ConfigError
 */
export async function startServer(config: Config): Promise<RunningServer> {
  await checkPort(config.port);
  const engines = await openEngines(config);
  const stopTracing = config.tracing && (await startTracing(config.tracing));
  let app: NestExpressApplication | undefined;
  try {
    app = await NestFactory.create<NestExpressApplication>(AppModule.of(engines), {
      bodyParser: false,
      abortOnError: false,
      // What went well is told by metrics.
      logger: makeLogger({ PARLEY_LOG_LEVEL: 'warn', ...process.env }),
    });
    if (!config.oidc && !config.demoGraphUrl) useDemoGraph(app, config.port);
    watchEngines(app, engines);
    cutSlowConnections(app.getHttpServer(), config.limits.connections);
    useHttp(app, config);
    if (config.roles.includes('api')) useOpenApi(app);
    await app.listen(config.port);
    if (!config.oidc) await seedDemo(app, config);
  } catch (error) {
    await app?.get(BackgroundWork).stop();
    await stopTracing?.();
    await engines.close();
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? taken(config.port) : error;
  }
  const work = app.get(BackgroundWork);
  const { failure } = work;
  const close = async () => {
    await Promise.all([app.close(), work.stop()]);
    await engines.close();
    // What the collector does not take any more is of no use to those who wait for this process to end.
    await stopTracing?.().catch(() => undefined);
  };
  return { config, failure, close };
}

/** What readiness and metrics say of the engines. */
function watchEngines(app: NestExpressApplication, { bus, database, healthChecks }: Engines): void {
  for (const check of healthChecks) app.get(HealthChecks).register(check);
  const { registry } = app.get(Metrics);
  registerBusMetrics(registry, bus, new ParkedMessages(database));
  registerPoolMetrics(registry, database);
  registerHealthMetrics(registry, app.get(HealthChecks));
}

/** Said before anything is started, since engines take a moment to start. */
async function checkPort(port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port)));
    probe.listen(port, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') return taken(port);
  if (error.code === 'EACCES') {
    return new StartError(`Port ${port} may not be opened by this user: choose another one with PORT.`);
  }
  return error;
}

function taken(port: number): StartError {
  return new StartError(
    `Port ${port} is taken by another program: stop it, or choose another port with PORT.`,
  );
}
