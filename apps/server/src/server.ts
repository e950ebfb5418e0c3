import { createServer } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '@parley/platform/config/config';
import { AppModule } from './app.module';
import { BackgroundWork } from './background-work';
import { DemoSeed } from './demo/demo-seed';
import { StartError } from './embedded/start-error';
import { openEngines } from './engines';
import { useHttp } from './http';
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
  let app: NestExpressApplication | undefined;
  try {
    app = await NestFactory.create<NestExpressApplication>(AppModule.of(engines), {
      bodyParser: false,
      abortOnError: false,
      logger: ['fatal', 'error', 'warn'],
    });
    useHttp(app, config);
    if (config.roles.includes('api')) useOpenApi(app);
    await app.listen(config.port);
    if (!config.oidc) await app.get(DemoSeed).seed(new Date().toISOString());
  } catch (error) {
    await app?.get(BackgroundWork).stop();
    await engines.close();
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? taken(config.port) : error;
  }
  const work = app.get(BackgroundWork);
  const { failure } = work;
  const close = async () => {
    await Promise.all([app.close(), work.stop()]);
    await engines.close();
  };
  return { config, failure, close };
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
