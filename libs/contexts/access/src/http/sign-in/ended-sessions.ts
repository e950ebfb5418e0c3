import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { decodeJwt, type JWTPayload } from 'jose';
import { Database } from '@parley/platform/database/database';
import { listen } from '@parley/platform/database/notifications';

type Who = { userId: string; customerId: string };

/** A sign-out, as processes tell each other. Times are milliseconds since the epoch. */
interface Ended extends Who {
  name: string;
  endedAt: number;
  /** From then on no token of before holds anyway. */
  until: number;
}

/** Named otherwise than in releases whose notices were not encrypted: they would fail on these. */
const CHANNEL = 'parley_session_ends';
const EVERYWHERE = 'everywhere';
/** Nothing that was given out lives longer: the files' cookie lives a day, ID tokens less. */
const LONGEST_LIFE_MS = 24 * 60 * 60_000;
/** Processes of a release with other notices, and machines with other clocks, are followed by polling the table. */
const POLL_MS = 5_000;
/** Age in ms of the sign-outs that each poll reads; it exceeds the difference between the clocks of two machines. */
const POLLED_MS = 60 * 60_000;
const columns = `user_id as "userId", customer_id as "customerId", name,
  (extract(epoch from ended_at) * 1000)::float as "endedAt", (extract(epoch from until) * 1000)::float as "until"`;

/**
 * Sessions that ended before their ID tokens do. Every process keeps them in memory, loads them when it starts, and adds new
 * ones by notices of PostgreSQL and by polling: a check of a token costs no statement.
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
    // The table holds the sign-outs whose notices were lost.
    const onListening = () => void this.load().catch(() => undefined);
    this.polling = setInterval(
      () => void this.load(LONGEST_LIFE_MS - POLLED_MS).catch(() => undefined),
      POLL_MS,
    );
    this.polling.unref();
    void listen(this.database, CHANNEL, { onNotification, onListening }, this.closing.signal);
  }

  onModuleDestroy(): void {
    clearInterval(this.polling);
    this.closing.abort();
  }

  /** Tells of each user of whom something ended, in whichever process. */
  onEnd(hear: (who: Who) => void): void {
    this.listeners.push(hear);
  }

  /**
   * The ID tokens that one session was given until now open nothing any more. An issuer that keeps its own session may
   * sign the user in again under the same name: the tokens of that sign-in hold.
   * @param idToken its latest, whose time counts where the issuer's clock is ahead of ours
   */
  async endOne({ userId, customerId }: Who, idToken: string): Promise<void> {
    const claims = decodeJwt(idToken);
    const endedAt = Math.max(Date.now(), (claims.iat ?? 0) * 1000);
    await this.record({ userId, customerId }, nameOf(claims, idToken), endedAt);
  }

  /** Nothing that was given to a user until now opens anything. */
  async endAll({ userId, customerId }: Who): Promise<void> {
    await this.record({ userId, customerId }, EVERYWHERE, Date.now());
  }

  /** Whether a verified ID token of this user is of a session that ended. */
  covers(userId: string, token: string, claims: JWTPayload): boolean {
    const givenAt = (claims.iat ?? 0) * 1000;
    const session = this.ended.get(keyOf(userId, nameOf(claims, token)));
    return (session !== undefined && givenAt <= session.endedAt) || this.coversAllBefore(userId, givenAt);
  }

  /** Whether everything that a user was given at that time, in milliseconds since the epoch, has ended. */
  coversAllBefore(userId: string, givenAt: number): boolean {
    const everywhere = this.ended.get(keyOf(userId, EVERYWHERE));
    return everywhere !== undefined && givenAt <= everywhere.endedAt;
  }

  private async record({ userId, customerId }: Who, name: string, endedAt: number): Promise<void> {
    const until = Date.now() + LONGEST_LIFE_MS;
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

  /** Loads the sign-outs that hold for more than `ms` from now. */
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

/** By the session that its issuer names, or where it names none, by the token itself. */
function nameOf({ sid }: JWTPayload, token: string): string {
  return typeof sid === 'string'
    ? `session ${sid}`
    : `token ${createHash('sha256').update(token).digest('base64url')}`;
}
