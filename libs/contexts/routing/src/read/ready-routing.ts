import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '@parley/contracts/events';
import { CompiledRoutes, type Targets } from '@parley/contracts/routing/judge';
import { compileLinear } from '@parley/contracts/routing/linear-patterns';
import { LogCache } from '@parley/event-sourcing/cache/log-cache';
import { Views } from '@parley/event-sourcing/projection/views';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { routingView, targetFacts } from './routing.view';
import { SmartRouteQueries } from './smart-route.queries';

/** An organisation's compiled rules, with the targets that exist. */
export interface ReadyRoutes {
  routes: CompiledRoutes;
  targets: Targets;
}

/**
 * Caches the compiled rules of organisations in this process, and compiles an organisation's rules again only after
 * one of them has changed.
 */
@Injectable()
export class ReadyRouting {
  private readonly ready: LogCache<ReadyRoutes>;
  private readonly compiled = new Map<string, { signature: string; routes: CompiledRoutes }>();

  constructor(
    private readonly queries: SmartRouteQueries,
    feed: LogFeed,
    views: Views,
  ) {
    this.ready = new LogCache(feed, views, { views: [routingView.name], changedBy: customerOf });
  }

  /** @param asOf log position that the rules must include; absent if any cached rules will do */
  of(customerId: string, asOf = ''): Promise<ReadyRoutes> {
    return this.ready.get(customerId, () => this.read(customerId), asOf);
  }

  private async read(customerId: string): Promise<ReadyRoutes> {
    const { routes, targets } = await this.queries.judging(customerId);
    const signature = routes.map(({ id, version }) => `${id}:${version}`).join();
    let compiled = this.compiled.get(customerId);
    if (compiled?.signature !== signature) {
      compiled = { signature, routes: new CompiledRoutes(routes, compileLinear) };
      this.compiled.set(customerId, compiled);
    }
    return { routes: compiled.routes, targets: { has: (kind, id) => targets.get(id) === kind } };
  }
}

function customerOf({ type, stream, customerId }: RecordedEvent): string | undefined {
  return stream.startsWith('smartRoute') || targetFacts.includes(type) ? customerId : undefined;
}
