import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { decodeJwt, type JWTPayload } from 'jose';
import { Database } from '@parley/platform/database/database';
import { listen } from '@parley/platform/database/notifications';

type Who = { userId: string; customerId: string };

/** A sign-out as it is stored, and as a process notifies the others of it. Times are in ms since the epoch. */
interface Ended extends Who {
  name: string;
  endedAt: number;
  /** After this time, every token from before the sign-out has expired. */
  until: number;
}

/**
 * Name of the channel for notices, other than in earlier releases, whose processes would fail on encrypted notices.
 */
const CHANNEL = 'parley_session_ends';
const EVERYWHERE = 'everywhere';
/**
 * Maximum lifetime in ms of anything that identifies a user: the cookie for files is valid for a day, ID tokens for
 * less.
 */
const MAX_LIFE_MS = 24 * 60 * 60_000;
/**
 * Interval in ms of polling the table for sign-outs by releases with other notices, or by machines with other clocks.
 */
const POLL_MS = 5_000;
/**
 * Maximum age in ms of the sign-outs that each poll reads; it exceeds the difference between the clocks of two
 * machines.
 */
const POLLED_MS = 60 * 60_000;
const columns = `user_id as "userId", customer_id as "customerId", name,
  (extract(epoch from ended_at) * 1000)::float as "endedAt", (extract(epoch from until) * 1000)::float as "until"`;

/**
 * Sessions that ended before their ID tokens expire. Every process keeps them in memory, so that checking a token
 * needs no statement: it loads them when it starts, and adds new ones by notices of PostgreSQL and by polling.
 */
@Injectable()
export class EndedSessions implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly ended = new Map<string, Ended>();
  private readonly listeners: ((who: Who) => void)[] = [];
  private readonly closing = new AbortController();
  private polling: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.load();
    const onNotification = (payload: string) => this.take(JSON.parse(payload) as Ended);
    // Loads the table again after each reconnection, because it contains the sign-outs whose notices were lost.
    const onListening = () => void this.load().catch(() => undefined);
    this.polling = setInterval(() => void this.load(MAX_LIFE_MS - POLLED_MS).catch(() => undefined), POLL_MS);
    this.polling.unref();
    void listen(this.database, CHANNEL, { onNotification, onListening }, this.closing.signal);
  }

  onModuleDestroy(): void {
    clearInterval(this.polling);
    this.closing.abort();
  }

  /** Calls the listener for each user whose session ended in any process. */
  onEnd(hear: (who: Who) => void): void {
    this.listeners.push(hear);
  }

  /**
   * Invalidates the ID tokens that a session has got so far. An issuer that keeps its own session may sign the user
   * in again under the same session name; the tokens of that sign-in are valid.
   * @param idToken the session's latest token; its time of issue counts if the issuer's clock is ahead of ours
   */
  async endOne({ userId, customerId }: Who, idToken: string): Promise<void> {
    const claims = decodeJwt(idToken);
    const endedAt = Math.max(Date.now(), (claims.iat ?? 0) * 1000);
    await this.record({ userId, customerId }, nameOf(claims, idToken), endedAt);
  }

  /** Invalidates all sessions, ID tokens and cookies that a user has got so far. */
  async endAll({ userId, customerId }: Who): Promise<void> {
    await this.record({ userId, customerId }, EVERYWHERE, Date.now());
  }

  /** Whether a verified ID token of this user belongs to a session that has ended. */
  covers(userId: string, token: string, claims: JWTPayload): boolean {
    const givenAt = (claims.iat ?? 0) * 1000;
    const session = this.ended.get(keyOf(userId, nameOf(claims, token)));
    return (session !== undefined && givenAt <= session.endedAt) || this.coversAllBefore(userId, givenAt);
  }

  /** Whether everything that the user got at that time, in ms since the epoch, is invalid now. */
  coversAllBefore(userId: string, givenAt: number): boolean {
    const everywhere = this.ended.get(keyOf(userId, EVERYWHERE));
    return everywhere !== undefined && givenAt <= everywhere.endedAt;
  }

  private async record({ userId, customerId }: Who, name: string, endedAt: number): Promise<void> {
    const until = Date.now() + MAX_LIFE_MS;
    const ended: Ended = { userId, customerId, name, endedAt, until };
    await this.database.query('delete from parley.ended_session where until < now()');
    await this.database.query(
      `with recorded as (
         insert into parley.ended_session (user_id, name, customer_id, ended_at, until)
         values ($1, $2, $3, to_timestamp($4), to_timestamp($5))
         on conflict (user_id, name) do update set ended_at = excluded.ended_at, until = excluded.until)
       select pg_notify($6, $7)`,
      [
        ...[ended.userId, name, ended.customerId, ended.endedAt / 1000, until / 1000],
        ...[CHANNEL, this.database.notices.seal(CHANNEL, JSON.stringify(ended))],
      ],
    );
    this.take(ended);
  }

  /** Loads the sign-outs whose `until` is more than `ms` ahead. */
  private async load(ms = 0): Promise<void> {
    const { rows } = await this.database.query<Ended>(
      `select ${columns} from parley.ended_session where until > now() + $1 * interval '1 millisecond'`,
      [ms],
    );
    for (const row of rows) this.take(row);
  }

  private take(ended: Ended): void {
    const key = keyOf(ended.userId, ended.name);
    const known = this.ended.get(key);
    if (known && known.endedAt >= ended.endedAt) return;
    const now = Date.now();
    for (const [other, { until }] of this.ended) if (until < now) this.ended.delete(other);
    this.ended.set(key, ended);
    for (const hear of this.listeners) hear(ended);
  }
}

function keyOf(userId: string, name: string): string {
  return `${userId}/${name}`;
}

/** The session's name at its issuer, or the hash of the token if the issuer gives sessions no names. */
function nameOf({ sid }: JWTPayload, token: string): string {
  return typeof sid === 'string'
    ? `session ${sid}`
    : `token ${createHash('sha256').update(token).digest('base64url')}`;
}
