import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Request, Response } from 'express';
import { API_KEY_PREFIX } from '@parley/contracts/api/api-keys';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { EventResponse } from '@parley/contracts/api/events';
import type { EventsQuery } from '@parley/contracts/api/events.requests';
import { bearerOf } from '@parley/platform/http/auth.guard';
import { ApiKeys, Authenticator, type Principal } from '@parley/platform/http/principal';
import { TooManyRequests } from '@parley/platform/http/rate-limit';
import { EventFeed } from './event-feed';

/** Maximum number of concurrent streams per user or key (`MAX_OF_ONE`) and per process (`MOST`). */
const MAX_OF_ONE = 10;
const MOST = 500;
/** Interval in ms at which a stream checks whether its receiver may still listen. */
const LOOK_MS = 500;
/** Interval in ms of heartbeats, which keep proxies from closing an idle connection. */
const BEAT_MS = 15_000;
/** Time in ms after which a receiver reconnects, sent in the field `retry` of server-sent events. */
const RETRY_MS = 2_000;

/** Writes events as server-sent events to requests that stay open. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly logger = new Logger('Events');
  private readonly open = new Map<string, number>();
  private readonly ends = new Set<() => void>();
  private count = 0;

  constructor(
    private readonly feed: EventFeed,
    private readonly users: Authenticator,
    private readonly keys: ApiKeys,
  ) {}

  onModuleDestroy(): void {
    for (const end of this.ends) end();
  }

  /**
   * Writes events until the receiver disconnects or may no longer listen.
   * @throws TooManyRequests if there are too many streams
   * @throws the errors of `EventFeed.follow` that come before anything was written
   */
  async write(me: Principal, query: EventsQuery, request: Request, response: Response): Promise<void> {
    const stop = new AbortController();
    const release = this.take(me.apiKeyId ?? me.userId);
    const end = () => stop.abort();
    response.on('close', end);
    this.ends.add(end);
    const who = () => this.authenticate(request);
    const timer = setInterval(() => void who().then((still) => still ?? end()), LOOK_MS);
    let reached = '';
    const beat = setInterval(() => reached && response.write(`id: ${reached}\n\n`), BEAT_MS);
    try {
      for await (const { events, checkpoint } of this.feed.follow(who, query, stop.signal)) {
        if (!response.headersSent) begin(response);
        reached = checkpoint;
        if (events.length > 0 && !response.write(events.map(frameOf).join('')))
          await drained(response, stop.signal);
        if (stop.signal.aborted) break;
      }
    } catch (error) {
      if (!response.headersSent) throw error;
      this.logger.warn(`A stream of events ended: ${String(error)}`);
    } finally {
      clearInterval(timer);
      clearInterval(beat);
      this.ends.delete(end);
      release();
    }
    response.end();
  }

  private take(who: string): () => void {
    const own = this.open.get(who) ?? 0;
    if (own >= MAX_OF_ONE || this.count >= MOST) throw new TooManyRequests(BEAT_MS);
    this.open.set(who, own + 1);
    this.count++;
    return () => {
      const left = (this.open.get(who) ?? 1) - 1;
      if (left > 0) this.open.set(who, left);
      else this.open.delete(who);
      this.count--;
    };
  }

  /**
   * Authenticates the receiver again.
   * @returns null if it may no longer listen: its key was revoked, its session ended or it lost the ability
   */
  private async authenticate(request: Request): Promise<Principal | null> {
    try {
      const bearer = bearerOf(request);
      const me = bearer?.startsWith(API_KEY_PREFIX)
        ? await this.keys.authenticate(bearer, request.ip)
        : await this.users.authenticate(bearer, request.ip);
      return me?.can('read', 'events') ? me : null;
    } catch (error) {
      if (error instanceof CodedError) return null;
      throw error;
    }
  }
}

function begin(response: Response): void {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // Keeps proxies from buffering the response.
    'X-Accel-Buffering': 'no',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
}

function frameOf(event: EventResponse): string {
  return `id: ${event.position}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Resolves once a slow receiver has read the buffer, or `signal` aborts. */
function drained(response: Response, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    response.once('drain', done);
    signal.addEventListener('abort', done);
  });
}
