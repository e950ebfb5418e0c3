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

/** A token that ends within that time is refreshed before it is used. */
const SPARE_MS = 30_000;
/** Longer than the service may take to answer: who died meanwhile is waited for no longer. */
const CLAIM_MS = PROXY_TIMEOUT_MS + 5_000;
const LOOK_EVERY_MS = 100;
/** A token that was refreshed so lately and is refused all the same is not refreshed again. */
const YOUNG_MS = 60_000;
const USED_EVERY_MS = 60_000;

interface ConnectionRow {
  [column: string]: unknown;
  expires_at: Date | null;
  refreshed_at: Date | null;
  used_at: Date | null;
}

/** Tokens of other services, for the calls of apps: sealed at rest, and refreshed by one process at a time. */
@Injectable()
export class AppConnections {
  /** Of this process, by connection. */
  private readonly refreshing = new Map<string, Promise<string>>();
  now = () => Date.now();

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly endpoint: TokenEndpoint,
    private readonly commands: CommandBus,
  ) {}

  /**
   * The token to call with.
   * @param refused one that the service has just refused: another is given where there is one, else the same
   * @throws Rejected `app_not_connected`, `app_connection_refused`, `app_call_failed`; CallFailed
   */
  async token(app: RunningApp, refused?: string): Promise<string> {
    const { connection } = app;
    if (!connection || !app.manifest.connect) throw new Rejected('app_not_connected');
    if (connection.isRefused) throw new Rejected('app_connection_refused');
    const { rows } = await this.database.query<ConnectionRow>(
      'select expires_at, refreshed_at, used_at from parley.app_connection where app_id = $1 and connection_id = $2',
      [app.id, connection.id],
    );
    const row = rows[0];
    const tokens = await this.tokens(app, connection.id);
    if (!row || !tokens) throw new Rejected('app_not_connected');
    await this.noteUse(app.id, connection.id, row.used_at);
    const isOver = row.expires_at !== null && row.expires_at.getTime() - SPARE_MS < this.now();
    const isYoung = row.refreshed_at !== null && this.now() - row.refreshed_at.getTime() < YOUNG_MS;
    if (!isOver && (tokens.access !== refused || (isYoung && tokens.refresh !== null))) return tokens.access;
    return this.refreshed(app, connection.id, tokens.access);
  }

  /** Keeps what was granted, before anybody hears of it. */
  async keep({ customerId, id }: AppOwner, connectionId: string, tokens: Tokens): Promise<void> {
    await this.seal({ customerId, id }, connectionId, tokens);
    await this.database.query(
      `insert into parley.app_connection (app_id, connection_id, customer_id, expires_at) values ($1, $2, $3, $4)`,
      [id, connectionId, customerId, tokens.expiresAt],
    );
  }

  /** Deletes all tokens of an app, but those of one connection. */
  async forget({ customerId, id }: AppOwner, except: string | null = null): Promise<void> {
    const { rows } = await this.database.query<{ connection_id: string }>(
      `delete from parley.app_connection
        where app_id = $1 and customer_id = $2 and ($3::uuid is null or connection_id <> $3) returning connection_id`,
      [id, customerId, except],
    );
    for (const { connection_id: gone } of rows) await this.secrets.remove(customerId, id, nameOf(gone));
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

  /** Refreshes, or waits for the process that does. A service may take a refresh token once, and end all if it comes twice. */
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
      // Somebody disconnected it meanwhile: what came too late is kept by nobody.
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

  private async noteUse(id: string, connectionId: string, usedAt: Date | null): Promise<void> {
    if (usedAt && this.now() - usedAt.getTime() < USED_EVERY_MS) return;
    await this.database.query(
      'update parley.app_connection set used_at = $3 where app_id = $1 and connection_id = $2',
      [id, connectionId, new Date(this.now()).toISOString()],
    );
  }
}

const nameOf = (connectionId: string) => `connection/${connectionId}`;
