import { Injectable } from '@nestjs/common';
import { MAX_PROXY_ANSWER_SIZE, PROXY_TIMEOUT_MS, type AppConnect } from '@parley/contracts/api/apps';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { guardedRequest, type GuardedCall } from '@parley/platform/http/guarded-request';
import { AppAddresses } from '../proxy/app-addresses';
import { hostsOf } from '../proxy/app-hosts';
import { filledIn } from '../proxy/filled-in';
import type { RunningApp } from '../read/apps.queries';
import { AppSecrets } from '../write/app-secrets';

/** Tokens that a service granted. */
export interface Tokens {
  access: string;
  /** Null if the user has to sign in again once the access token has expired. */
  refresh: string | null;
  /** ISO 8601; null if the service gives no expiry. */
  expiresAt: string | null;
}

export interface Grant extends Tokens {
  /** Null if the service granted the requested scopes. */
  scopes: string[] | null;
  /** Account name of the ID token; empty without an ID token. */
  account: string;
}

/** The service rejects the code or the refresh token: a user has to sign in again. */
export class GrantRefused extends Error {}

const MAX_TOKEN_LENGTH = 20_000;
/** Errors of RFC 6749, section 5.2, that concern the app's settings: a new sign-in would not help. */
const OF_SETTINGS = new Set([
  ...['invalid_client', 'invalid_request', 'invalid_scope'],
  ...['unauthorized_client', 'unsupported_grant_type'],
]);

/**
 * Exchanges codes and refresh tokens at the service of an app (RFC 6749). The same checks of addresses apply as to
 * the app's other calls.
 */
@Injectable()
export class TokenEndpoint {
  now = () => Date.now();

  constructor(
    private readonly addresses: AppAddresses,
    private readonly secrets: AppSecrets,
  ) {}

  /**
   * @param grant parameters of the exchange, by the names of RFC 6749
   * @throws GrantRefused, CallFailed, Rejected `app_host_refused`, `app_connect_wrong` for settings that the service
   *   rejects, `app_call_failed` for temporary failures
   */
  async exchange(app: RunningApp, connect: AppConnect, grant: Record<string, string>): Promise<Grant> {
    const settings = new Map(Object.entries(app.settings));
    const secret = connect.clientSecret && (await this.secrets.get(app, connect.clientSecret));
    const form = new URLSearchParams({
      ...grant,
      client_id: filledIn(connect.clientId, settings),
      ...(secret && { client_secret: secret }),
    });
    const { status, body } = await this.ask(app, filledIn(connect.tokenUrl, settings), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    // Some services return errors with status 200.
    const error = status < 500 ? textOf(objectOf(body).error) : '';
    if (error === 'invalid_grant') throw new GrantRefused();
    if (OF_SETTINGS.has(error)) throw new Rejected('app_connect_wrong');
    if (status !== 200) throw new Rejected('app_call_failed');
    return this.grantOf(body);
  }

  /** The account name from the URL in the manifest; empty without such a URL, or if it gives none. */
  async account(app: RunningApp, { account }: AppConnect, access: string): Promise<string> {
    if (!account) return '';
    const url = filledIn(account.url, new Map(Object.entries(app.settings)));
    const headers = { authorization: `Bearer ${access}` };
    const { status, body } = await this.ask(app, url, { method: 'GET', headers });
    return status === 200 ? textOf(objectOf(body)[account.field]) : '';
  }

  private async ask(
    app: RunningApp,
    url: string,
    { headers, ...call }: Pick<GuardedCall, 'method' | 'headers' | 'body'>,
  ): Promise<{ status: number; body: string }> {
    const destination = await this.addresses.destination(url);
    if (!destination || !hostsOf(app).has(destination.url.host)) throw new Rejected('app_host_refused');
    const { status, body } = await guardedRequest(destination, {
      ...call,
      headers: { ...headers, accept: 'application/json', 'user-agent': 'Parley-App-Proxy' },
      timeoutMs: PROXY_TIMEOUT_MS,
      largestAnswer: MAX_PROXY_ANSWER_SIZE,
    });
    return { status, body: body.toString('utf8') };
  }

  private grantOf(body: string): Grant {
    const told = objectOf(body);
    const access = textOf(told.access_token);
    // The token becomes part of a header, so it must not contain other characters.
    if (!/^[\x21-\x7e]+$/.test(access) || access.length > MAX_TOKEN_LENGTH)
      throw new Rejected('app_call_failed');
    const seconds = Number(told.expires_in);
    const scopes = textOf(told.scope).split(' ').filter(Boolean);
    return {
      access,
      refresh: textOf(told.refresh_token) || null,
      expiresAt:
        Number.isFinite(seconds) && seconds > 0 ? new Date(this.now() + seconds * 1000).toISOString() : null,
      scopes: scopes.length > 0 ? scopes : null,
      account: accountOf(textOf(told.id_token)),
    };
  }
}

/**
 * Reads the ID token without verifying its signature, since it came from the service itself over TLS (OpenID Connect
 * Core, 3.1.3.7).
 */
function accountOf(idToken: string): string {
  const claims = objectOf(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return textOf(claims.email) || textOf(claims.preferred_username) || textOf(claims.name);
}

function objectOf(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
