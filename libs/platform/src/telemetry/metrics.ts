import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Where everybody registers what Prometheus reads: `new Counter({ …, registers: [metrics.registry] })`. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'parley_' });
  }
}
