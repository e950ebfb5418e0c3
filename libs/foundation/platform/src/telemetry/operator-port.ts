import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config';
import { explainPort } from '../http/port-error';
import { HealthChecks } from './health';
import { Metrics } from './metrics';

/** Serves metrics and detailed health on a separate port, which only operators can reach. */
@Injectable()
export class OperatorPort implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly config: Config,
    private readonly health: HealthChecks,
    private readonly metrics: Metrics,
  ) {}

  /** @throws StartError if the port cannot be opened */
  async onApplicationBootstrap(): Promise<void> {
    const { operatorPort } = this.config;
    if (operatorPort === undefined) return;
    const server = createServer((request, response) => void this.answer(request, response));
    server.requestTimeout = 10_000;
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(explainPort(error, operatorPort, 'PARLEY_OPERATOR_PORT')));
      server.listen(operatorPort, resolve);
    });
    this.server = server;
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  private async answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { status, type, body } = await this.find(url.split('?')[0]!);
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    } catch {
      response.writeHead(500).end();
    }
  }

  private async find(path: string): Promise<{ status: number; type: string; body: string }> {
    if (path === '/metrics') {
      return { status: 200, type: this.metrics.contentType, body: await this.metrics.text() };
    }
    if (path === '/health/live') return json(200, { status: 'ok' });
    if (path === '/health/ready') {
      const readiness = await this.health.readiness();
      return json(readiness.status === 'ok' ? 200 : 503, readiness);
    }
    return json(404, { paths: ['/metrics', '/health/live', '/health/ready'] });
  }
}

function json(status: number, body: object) {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}
