import { Controller, Get, Query } from '@nestjs/common';
import {
  metricOf,
  metricPaths,
  type AnswerShape,
  type MetricPath,
} from '@parley/contracts/api/insight-metrics';
import { MetricQuery } from '@parley/contracts/api/insights.requests';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Asking } from '../read/asking';
import { MetricAnswers } from '../read/metric-answers';

/** Every metric, under its path in the specification. */
@Controller('api/intelligence/v1')
@Requires('insights:read')
export class MetricsController {
  constructor(
    readonly asking: Asking,
    readonly answers: MetricAnswers,
  ) {}
}

interface MetricRoute {
  path: string;
  operation: string;
  shape: AnswerShape;
}

function routesOf(metric: MetricPath): MetricRoute[] {
  const { operation, shape } = metricOf(metric);
  const average = `${metric}/average`;
  if (shape === 'average') return [{ path: average, operation, shape }];
  const routes = [{ path: metric, operation, shape }];
  return shape === 'durations'
    ? [...routes, { path: average, operation: `${operation}Average`, shape: 'average' }]
    : routes;
}

/** Adds a method with `@Get(path)` and the parameters `@CurrentPrincipal()` and `@Query() query: MetricQuery`. */
function register(metric: MetricPath, { path, operation, shape }: MetricRoute): void {
  const { prototype } = MetricsController;
  Object.assign(prototype, {
    async [operation](this: MetricsController, { customerId }: Principal, query: MetricQuery) {
      return this.answers[shape](await this.asking.question(customerId, metric, query));
    },
  });
  Get(path)(prototype, operation, Object.getOwnPropertyDescriptor(prototype, operation)!);
  CurrentPrincipal()(prototype, operation, 0);
  Query()(prototype, operation, 1);
  Reflect.defineMetadata('design:paramtypes', [Object, MetricQuery], prototype, operation);
}

for (const metric of metricPaths) for (const route of routesOf(metric)) register(metric, route);
