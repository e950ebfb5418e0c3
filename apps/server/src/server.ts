import { createServer } from 'node:net';
import { Logger } from '@nestjs/common';
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
import { BackgroundWork } from '@parley/platform/background-work';
import { seedDemo } from '@parley/demo/demo';
import { useDemoApps } from '@parley/demo/demo-apps';
import { useDemoAssistant } from '@parley/demo/demo-assistant';
import { useDemoGraph } from '@parley/demo/demo-channels';
import { useDemoDoubles, withSignupDouble } from '@parley/demo/demo-doubles';
import { demoMailPage, demoMailPath, DemoMailServer, openDemoSmtp } from '@parley/demo/demo-mail';
import { useDemoShop } from '@parley/demo/demo-shop';
import { requireOwnLog } from '@parley/event-sourcing/projection/own-log';
import { explainPort } from '@parley/platform/http/port-error';
import { openEngines, type Engines } from './engines';
import { views } from './features';
import { useHttp } from './http';
import { cutSlowConnections } from './slow-connections';
import { useOpenApi } from './openapi/openapi';

/** Time limit in ms for views to show the demo's data. A view that makes no progress does not prevent the start. */
const SHOWN_MS = 30_000;

export interface RunningServer {
  config: Config;
  /** Rejects if this process has failed and has to end. */
  failure: Promise<never>;
  close(): Promise<void>;
}

/**
 * Starts the product with the roles that the configuration names. Resolves once it accepts requests.
 * @throws StartError
 * @throws ConfigError
 */
export async function startServer(given: Config): Promise<RunningServer> {
  const config = given.oidc || !given.demoDoubles ? given : withSignupDouble(given);
  await checkPort(config.port);
  const engines = await openEngines(config);
  const stopTracing = config.tracing && (await startTracing(config.tracing));
  let app: NestExpressApplication | undefined;
  let mailServer: DemoMailServer | undefined;
  try {
    const { database, store } = engines;
    await requireOwnLog(
      database,
      store.engineId,
      views.map(({ name }) => name),
    );
    app = await NestFactory.create<NestExpressApplication>(AppModule.of(engines), {
      bodyParser: false,
      abortOnError: false,
      // Only warnings and errors are logged; successes are counted in metrics.
      logger: makeLogger({ PARLEY_LOG_LEVEL: 'warn', ...process.env }),
    });
    if (!config.oidc) useDoubles(app, config);
    if (!config.oidc) useDemoShop(app, config);
    if (!config.oidc) {
      mailServer = new DemoMailServer();
      await mailServer.start();
      app.use(demoMailPath, demoMailPage(mailServer));
    }
    watchEngines(app, engines);
    const ready = watchStart(app);
    cutSlowConnections(app.getHttpServer(), config.limits.connections);
    useHttp(app, config);
    if (config.roles.includes('api')) useOpenApi(app);
    await app.listen(config.port);
    if (!config.oidc) {
      await seedDemo(app, config);
      await openDemoSmtp(app, config, new Logger('demo'));
      await shown(engines);
    }
    ready();
  } catch (error) {
    await app?.get(BackgroundWork).stop();
    await mailServer?.close();
    await stopTracing?.();
    await engines.close();
    throw explainPort(error as Error, config.port, 'PORT');
  }
  const work = app.get(BackgroundWork);
  const { failure } = work;
  const close = async () => {
    await Promise.all([app.close(), work.stop()]);
    await mailServer?.close();
    await engines.close();
    // A collector that does not accept the spans must not delay the end of the process.
    await stopTracing?.().catch(() => undefined);
  };
  return { config, failure, close };
}

/** Fakes of the providers and services that the demo uses. */
function useDoubles(app: NestExpressApplication, config: Config): void {
  useDemoAssistant(app, config);
  useDemoApps(app, config);
  const graph = config.demoGraphUrl ? null : useDemoGraph(app, config.port);
  if (config.demoDoubles) useDemoDoubles(app, config, graph);
}

/** Registers the engines with readiness and metrics. */
function watchEngines(app: NestExpressApplication, { bus, database, healthChecks }: Engines): void {
  for (const check of healthChecks) app.get(HealthChecks).register(check);
  const { registry } = app.get(Metrics);
  registerBusMetrics(registry, bus, new ParkedMessages(database));
  registerPoolMetrics(registry, database);
  registerHealthMetrics(registry, app.get(HealthChecks));
}

/** Readiness fails until the returned function is called. */
function watchStart(app: NestExpressApplication): () => void {
  let isReady = false;
  const check = () => Promise.resolve(isReady ? { ok: true } : { ok: false, detail: 'is starting' });
  app.get(HealthChecks).register({ name: 'start', check });
  return () => (isReady = true);
}

/** Waits until the views show the demo's data, from which webhooks and requests are handled. */
async function shown({ store, views: progress }: Engines): Promise<void> {
  const head = await store.head();
  if (head) await Promise.all(views.map(({ name }) => progress.waitFor(name, head, SHOWN_MS)));
}

/**
 * Checks that the port is free before the engines are started, which takes a moment.
 * @throws StartError
 */
async function checkPort(port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(explainPort(error, port, 'PORT')));
    probe.listen(port, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}
