import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  APP_SIGN_IN_MINUTES,
  MAX_APP_ACCOUNT_LENGTH,
  type AppConnect,
  type AppConnectedResponse,
  type AppSignInResponse,
} from '@parley/contracts/api/apps';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Config } from '@parley/platform/config/config';
import { Database } from '@parley/platform/database/database';
import { CallFailed } from '@parley/platform/http/guarded-request';
import { MasterKey } from '@parley/platform/security/master-key';
import { AppAddresses } from '../proxy/app-addresses';
import { filledIn } from '../proxy/filled-in';
import { AppQueries, type RunningApp } from '../read/apps.queries';
import { ToApp } from '../write/app.handler';
import { AppConnections } from './app-connections';
import { GrantRefused, TokenEndpoint } from './token-endpoint';

const MINUTE_MS = 60_000;

/** The user who signs in for an app. */
interface Signer {
  customerId: string;
  userId: string;
}

/**
 * Signs users in for an app at another service: OAuth 2 with PKCE (RFC 7636), in a separate window. The returned
 * state is valid once, for ten minutes, and only for the user who began.
 */
@Injectable()
export class AppSignIns {
  private readonly key: Buffer;
  private readonly redirectUri: string;
  now = () => Date.now();

  constructor(
    private readonly database: Database,
    private readonly queries: AppQueries,
    private readonly addresses: AppAddresses,
    private readonly endpoint: TokenEndpoint,
    private readonly connections: AppConnections,
    private readonly commands: CommandBus,
    masterKey: MasterKey,
    { publicUrl }: Config,
  ) {
    this.key = masterKey.purpose('app-sign-ins');
    this.redirectUri = `${publicUrl}/connect`;
  }

  /** @throws NotFound, Rejected `app_scope_missing`, `app_connects_to_nothing`, `app_connect_not_set_up` */
  async begin({ customerId, userId }: Signer, id: string): Promise<AppSignInResponse> {
    const app = await this.queries.running(customerId, id, 'proxy');
    const connect = connectOf(app);
    const url = this.pageOf(app, connect);
    const state = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.now() + APP_SIGN_IN_MINUTES * MINUTE_MS).toISOString();
    await this.database.query(
      `insert into parley.app_sign_in (app_id, user_id, customer_id, state_hash, expires_at) values ($1, $2, $3, $4, $5)
       on conflict (app_id, user_id) do update
         set customer_id = excluded.customer_id, state_hash = excluded.state_hash, expires_at = excluded.expires_at`,
      [id, userId, customerId, sha256(state), expiresAt],
    );
    const query = {
      ...{ response_type: 'code', redirect_uri: this.redirectUri, state },
      client_id: filledIn(connect.clientId, new Map(Object.entries(app.settings))),
      ...(connect.scopes.length > 0 && { scope: connect.scopes.join(' ') }),
      code_challenge: sha256(this.verifierOf(state)).toString('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return { url: url.href };
  }

  /**
   * @param code the service's authorization code; undefined if the service refused the sign-in
   * @throws Rejected `app_sign_in_over`, `app_sign_in_refused`, `app_connect_wrong`, `app_call_failed`; NotFound if
   *   the app was uninstalled since
   */
  async finish(
    { customerId, userId }: Signer,
    { state, code }: { state: string; code?: string },
    context: CommandContext,
  ): Promise<AppConnectedResponse> {
    const { rows } = await this.database.query<{ app_id: string }>(
      `delete from parley.app_sign_in
        where state_hash = $1 and customer_id = $2 and user_id = $3 and expires_at > $4 returning app_id`,
      [sha256(state), customerId, userId, new Date(this.now()).toISOString()],
    );
    const id = rows[0]?.app_id;
    if (id === undefined) throw new Rejected('app_sign_in_over');
    if (code === undefined) throw new Rejected('app_sign_in_refused');
    const app = await this.queries.running(customerId, id, 'proxy');
    const connect = connectOf(app);
    const { grant, account } = await this.exchange(app, connect, { state, code });
    const connectionId = randomUUID();
    await this.connections.keep(app, connectionId, grant);
    const scopes = (grant.scopes ?? connect.scopes).slice(0, 50);
    const command = new ToApp(id, { type: 'Connect', connectionId, account, scopes }, context);
    const position = await this.carryOut(command).catch(async (error: unknown) => {
      // The app was uninstalled since, so the connection is not recorded.
      if (error instanceof NotFound) await this.connections.forget(app, [connectionId]);
      throw error;
    });
    return { id, service: connect.service, account, position };
  }

  /** @throws NotFound */
  async disconnect(id: string, context: CommandContext): Promise<{ position: string }> {
    return { position: await this.carryOut(new ToApp(id, { type: 'Disconnect' }, context)) };
  }

  /**
   * Connects or disconnects, and deletes the tokens of former connections. Other users may be signing in for the same
   * app: the state names the connections that were replaced, so tokens of a pending sign-in stay.
   */
  private async carryOut(command: ToApp): Promise<string> {
    const { position, state } = await this.commands.execute(command);
    if (position === null) throw new NotFound();
    const { customerId } = command.context;
    await this.connections.forget({ customerId, id: command.id }, state.former ?? []);
    return position;
  }

  private async exchange(
    app: RunningApp,
    connect: AppConnect,
    { state, code }: { state: string; code: string },
  ) {
    try {
      const grant = await this.endpoint.exchange(app, connect, {
        ...{ grant_type: 'authorization_code', code, redirect_uri: this.redirectUri },
        code_verifier: this.verifierOf(state),
      });
      const account = (await this.endpoint.account(app, connect, grant.access)) || grant.account;
      return { grant, account: account.slice(0, MAX_APP_ACCOUNT_LENGTH) };
    } catch (error) {
      if (error instanceof GrantRefused) throw new Rejected('app_sign_in_refused');
      if (error instanceof CallFailed) throw new Rejected('app_call_failed');
      throw error;
    }
  }

  /**
   * Derives the PKCE verifier from the state. Only the window has the state, so nothing stored here suffices to
   * finish a sign-in.
   */
  private verifierOf(state: string): string {
    return createHmac('sha256', this.key).update(state).digest('base64url');
  }

  private pageOf(app: RunningApp, { authorizeUrl, clientId }: AppConnect): URL {
    const settings = new Map(Object.entries(app.settings));
    const url = filledIn(authorizeUrl, settings);
    if (!parseUrl(url) || filledIn(clientId, settings) === '') throw new Rejected('app_connect_not_set_up');
    return new URL(this.addresses.normal(url));
  }
}

function connectOf({ manifest: { connect } }: RunningApp): AppConnect {
  if (!connect) throw new Rejected('app_connects_to_nothing');
  return connect;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
