import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../http/principal';
import { HealthChecks, type Readiness } from './health';
import { Metrics } from './metrics';

/** For orchestrators and Prometheus. None of it is about a customer. */
@ApiExcludeController()
@Controller()
@Public()
export class TelemetryController {
  constructor(
    private readonly health: HealthChecks,
    private readonly metrics: Metrics,
  ) {}

  /** Whether the process answers at all: what a restart would mend. */
  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Whether the process can do its work: 503 keeps traffic away until it can. */
  @Get('health/ready')
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const readiness = await this.health.readiness();
    response.status(readiness.status === 'ok' ? 200 : 503);
    return readiness;
  }

  @Get('metrics')
  async scrape(@Res() response: Response): Promise<void> {
    const text = await this.metrics.registry.metrics();
    response.setHeader('Content-Type', this.metrics.registry.contentType);
    response.end(text);
  }
}
