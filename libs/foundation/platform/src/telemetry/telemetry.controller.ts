import { Controller, Get, Header, NotFoundException, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../http/principal';
import { HealthChecks, type Readiness } from './health';
import { Metrics } from './metrics';
import { OperatorAccess } from './operator-access';

/** Endpoints for orchestrators and Prometheus. None contains data of an organisation. */
@ApiExcludeController()
@Controller()
@Public()
export class TelemetryController {
  constructor(
    private readonly health: HealthChecks,
    private readonly metrics: Metrics,
    private readonly access: OperatorAccess,
  ) {}

  /** Responds while the process works; if there is no response, the orchestrator should restart it. */
  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * Responds 503 while a dependency fails, so that the load balancer sends no traffic. Only operators see the
   * reasons.
   */
  @Get('health/ready')
  @Header('Cache-Control', 'no-store')
  async ready(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Readiness | Pick<Readiness, 'status'>> {
    const readiness = await this.health.readiness();
    response.status(readiness.status === 'ok' ? 200 : 503);
    return this.access.allows(request) ? readiness : { status: readiness.status };
  }

  @Get('metrics')
  @Header('Cache-Control', 'no-store')
  async scrape(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.access.allows(request)) throw new NotFoundException();
    const text = await this.metrics.text();
    response.setHeader('Content-Type', this.metrics.contentType);
    response.end(text);
  }
}
