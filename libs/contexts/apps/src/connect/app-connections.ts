import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PROXY_TIMEOUT_MS } from '@parley/contracts/api/apps';
import { doneBy } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import { Secrets } from '@parley/platform/security/keys';
import type { RunningApp } from '../read/apps.queries';
import { ToApp } from '../write/app.handler';
import type { AppOwner } from '../write/app-secrets';
import { GrantRefused, TokenEndpoint, type Tokens } from './token-endpoint';

/** A token that expires within this time, in ms, is refreshed before it is used. */
const SPARE_MS = 30_000;
/**
 * Time in ms for which one process may refresh a token. Exceeds the timeout of the service, so that a process that
 * died does not block the others for longer.
 */
const CLAIM_MS = PROXY_TIMEOUT_MS + 5_000;
const LOOK_EVERY_MS = 100;
/** If the service refuses a token that was refreshed within this time, in ms, the token is not refreshed again. */
const YOUNG_MS = 60_000;
const USED_EVERY_MS = 60_000;
/**
 * A token without a refresh token counts as expired once all calls for this time, in ms, were answered with 401,
 * since a single call may be at fault itself.
 */
const UNAUTHORISED_MS = 60_000;

interface ConnectionRow {
  [column: string]: unknown;
  expires_at: Date | null;
  refreshed_at: Date | null;
  used_at: Date | null;
  unauthorised_since: Date | null;
}

/** Tokens of other services for the calls of apps: encrypted at rest, and refreshed by one process at a time. */
@Injectable()
export class AppConnections {
  /** Refreshes in flight in this process, by connection id. */
  private readonly refreshing = new Map<string, Promise<string>>();
  /** Connections whose last call known to this process was answered with 401. */
  private readonly doubted = new Set<string>();
  now = () => Date.now();

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly endpoint: TokenEndpoint,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Returns the access token for a call.
   * @param refused a token that the service has just refused: returns another if it can get one, else the same
   * @throws Rejected `app_not_connected`, `app_connection_refused`, `app_connect_wrong`, `app_call_failed`;
   *   CallFailed
   */
  async token(app: RunningApp, refused?: string): Promise<string> {
    const { connection } = app;
    if (!connection || !app.manifest.connect) throw new Rejected('app_not_connected');
    if (connection.isRefused) throw new Rejected('app_connection_refused');
    const { rows } = await this.database.query<ConnectionRow>(
      `select expires_at, refreshed_at, used_at, unauthorised_since from parley.app_connection
        where app_id = $1 and connection_id = $2`,
      [app.id, connection.id],
    );
    const row = rows[0];
    const tokens = await this.tokens(app, connection.id);
    if (!row || !tokens) throw new Rejected('app_not_connected');
    if (row.unauthorised_since) this.doubted.add(connection.id);
    await this.noteUse(app.id, connection.id, row.used_at);
    const isOver = row.expires_at !== null && row.expires_at.getTime() - SPARE_MS < this.now();
    const isYoung = row.refreshed_at !== null && this.now() - row.refreshed_at.getTime() < YOUNG_MS;
    if (!isOver && (tokens.access !== refused || (isYoung && tokens.refresh !== null))) return tokens.access;
    if (!isOver && tokens.refresh === null && !(await this.isUnauthorised(app.id, connection.id))) {
      return tokens.access;
    }
    return this.refreshed(app, connection.id, tokens.access);
  }

  /** Notes that the service accepted the token, by any status but 401. */
  async taken({ id, connection }: RunningApp): Promise<void> {
    if (!connection || !this.doubted.delete(connection.id)) return;
    await this.database.query(
      'update parley.app_connection set unauthorised_since = null where app_id = $1 and connection_id = $2',
      [id, connection.id],
    );
  }

  /** Stores the tokens before an event refers to the connection. */
  async keep({ customerId, id }: AppOwner, connectionId: string, tokens: Tokens): Promise<void> {
    await this.seal({ customerId, id }, connectionId, tokens);
    await this.database.query(
      `insert into parley.app_connection (app_id, connection_id, customer_id, expires_at) values ($1, $2, $3, $4)`,
      [id, connectionId, customerId, tokens.expiresAt],
    );
  }

  async forget({ customerId, id }: AppOwner, connectionIds: string[]): Promise<void> {
    if (connectionIds.length === 0) return;
    const { rows } = await this.database.query<{ connection_id: string }>(
      `delete from parley.app_connection
        where app_id = $1 and customer_id = $2 and connection_id = any($3::uuid[]) returning connection_id`,
      [id, customerId, connectionIds],
    );
    await this.removeAll({ customerId, id }, rows);
  }

  async forgetAll({ customerId, id }: AppOwner): Promise<void> {
    const { rows } = await this.database.query<{ connection_id: string }>(
      'delete from parley.app_connection where app_id = $1 and customer_id = $2 returning connection_id',
      [id, customerId],
    );
    await this.removeAll({ customerId, id }, rows);
  }

  private async removeAll({ customerId, id }: AppOwner, gone: { connection_id: string }[]): Promise<void> {
    for (const { connection_id: its } of gone) {
      this.doubted.delete(its);
      await this.secrets.remove(customerId, id, nameOf(its));
    }
  }

  private async tokens({ customerId, id }: AppOwner, connectionId: string): Promise<Tokens | null> {
    const kept = await this.secrets.get(customerId, id, nameOf(connectionId));
    return kept === null ? null : (JSON.parse(kept) as Tokens);
  }

  private seal({ customerId, id }: AppOwner, connectionId: string, tokens: Tokens): Promise<void> {
    const { access, refresh, expiresAt } = tokens;
    return this.secrets.put(
      customerId,
      id,
      nameOf(connectionId),
      JSON.stringify({ access, refresh, expiresAt }),
    );
  }

  private refreshed(app: RunningApp, connectionId: string, stale: string): Promise<string> {
    const underWay = this.refreshing.get(connectionId);
    if (underWay) return underWay;
    const refresh = this.inTurn(app, connectionId, stale).finally(() => this.refreshing.delete(connectionId));
    this.refreshing.set(connectionId, refresh);
    return refresh;
  }

  /**
   * Refreshes the token, or waits for the process that does. A service may accept a refresh token only once, and
   * revoke all tokens if it is used twice.
   */
  private async inTurn(app: RunningApp, connectionId: string, stale: string): Promise<string> {
    for (const until = this.now() + CLAIM_MS; this.now() < until;) {
      const isOurs = await this.claim(app.id, connectionId);
      const tokens = await this.tokens(app, connectionId);
      if (!tokens) throw new Rejected('app_not_connected');
      if (tokens.access !== stale) {
        if (isOurs) await this.release(app.id, connectionId);
        return tokens.access;
      }
      if (isOurs) return this.refresh(app, connectionId, tokens);
      await pause(LOOK_EVERY_MS);
    }
    throw new Rejected('app_call_failed');
  }

  private async refresh(app: RunningApp, connectionId: string, before: Tokens): Promise<string> {
    const connect = app.manifest.connect!;
    try {
      if (before.refresh === null) throw new GrantRefused();
      const grant = await this.endpoint.exchange(app, connect, {
        grant_type: 'refresh_token',
        refresh_token: before.refresh,
      });
      const tokens = { ...grant, refresh: grant.refresh ?? before.refresh };
      await this.seal(app, connectionId, tokens);
      const { rowCount } = await this.database.query(
        `update parley.app_connection set expires_at = $3, refreshed_at = $4, refreshing_until = null
          where app_id = $1 and connection_id = $2`,
        [app.id, connectionId, tokens.expiresAt, new Date(this.now()).toISOString()],
      );
      // Another user disconnected the app since, so the new tokens are deleted.
      if (rowCount === 0) await this.secrets.remove(app.customerId, app.id, nameOf(connectionId));
      return tokens.access;
    } catch (error) {
      await this.release(app.id, connectionId);
      if (!(error instanceof GrantRefused)) throw error;
      const now = new Date(this.now()).toISOString();
      const context = doneBy('apps', {
        customerId: app.customerId,
        doing: `refuse ${connectionId}`,
        now,
      });
      await this.commands.execute(new ToApp(app.id, { type: 'Refuse', connectionId }, context));
      throw new Rejected('app_connection_refused');
    }
  }

  private async claim(id: string, connectionId: string): Promise<boolean> {
    const now = this.now();
    const { rowCount } = await this.database.query(
      `update parley.app_connection set refreshing_until = $3
        where app_id = $1 and connection_id = $2 and (refreshing_until is null or refreshing_until < $4)`,
      [id, connectionId, new Date(now + CLAIM_MS).toISOString(), new Date(now).toISOString()],
    );
    return rowCount === 1;
  }

  private async release(id: string, connectionId: string): Promise<void> {
    await this.database.query(
      'update parley.app_connection set refreshing_until = null where app_id = $1 and connection_id = $2',
      [id, connectionId],
    );
  }

  /** @returns whether all calls were answered with 401 for `UNAUTHORISED_MS` */
  private async isUnauthorised(id: string, connectionId: string): Promise<boolean> {
    this.doubted.add(connectionId);
    const { rows } = await this.database.query<{ since: Date }>(
      `update parley.app_connection set unauthorised_since = coalesce(unauthorised_since, $3)
        where app_id = $1 and connection_id = $2 returning unauthorised_since as since`,
      [id, connectionId, new Date(this.now()).toISOString()],
    );
    return rows[0] !== undefined && this.now() - rows[0].since.getTime() >= UNAUTHORISED_MS;
  }

  private async noteUse(id: string, connectionId: string, usedAt: Date | null): Promise<void> {
    if (usedAt && this.now() - usedAt.getTime() < USED_EVERY_MS) return;
    await this.database.query(
      'update parley.app_connection set used_at = $3 where app_id = $1 and connection_id = $2',
      [id, connectionId, new Date(this.now()).toISOString()],
    );
  }
}

const nameOf = (connectionId: string) => `connection/${connectionId}`;
