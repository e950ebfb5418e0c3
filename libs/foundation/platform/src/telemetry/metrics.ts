import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * What this process has done since it started. Counters and histograms are declared beside what they count, in the
 * folder of their context: `new Counter({ …, registers: [processMetrics] })`. Labels take values of a closed list
 * (routes, providers, outcomes), never ids or names.
 */
export const processMetrics = new Registry();

/** What Prometheus reads. Gauges that ask an engine when they are read register here. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'parley_' });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** All of it in the text format of Prometheus. */
  text(): Promise<string> {
    return Registry.merge([processMetrics, this.registry]).metrics();
  }
}
