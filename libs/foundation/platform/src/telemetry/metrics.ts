import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * Counters and histograms of this process since its start. Each is declared in the file of the code that it measures:
 * `new Counter({ …, registers: [processMetrics] })`. Labels have values of a closed list (routes, providers,
 * outcomes), never ids or names.
 */
export const processMetrics = new Registry();

/** Metrics for Prometheus. Gauges that query an engine at each scrape register here. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'parley_' });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** @returns all metrics in the text format of Prometheus */
  text(): Promise<string> {
    return Registry.merge([processMetrics, this.registry]).metrics();
  }
}
