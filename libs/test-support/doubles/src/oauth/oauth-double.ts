import { createHash, randomBytes } from 'node:crypto';
import express, { type Express, type Request, type Response } from 'express';

export interface OauthDoubleOptions {
  clientId: string;
  clientSecret: string;
  /** Account that every sign-in uses. */
  account: string;
  /** Lifetime of an access token in seconds. */
  lifetime?: number;
  /** Whether to issue no refresh token, so that the user must sign in again. */
  isFinal?: boolean;
}

interface Code {
  challenge: string;
  redirectUri: string;
}

/**
 * Fake of a service with an OAuth 2 sign-in: codes with PKCE, access tokens that expire, and refresh tokens that can
 * be used once. Like real services, it revokes all tokens if a refresh token is used twice.
 */
export class OauthDouble {
  readonly app: Express = express();
  /** Number of exchanged refresh tokens. */
  refreshes = 0;
  /** Awaited before a refresh token is exchanged. */
  beforeRefresh: () => Promise<void> = () => Promise.resolve();
  private readonly codes = new Map<string, Code>();
  private readonly access = new Map<string, number>();
  private refresh: string | null = null;
  private readonly spent = new Set<string>();

  constructor(private readonly options: OauthDoubleOptions) {
    this.app.get('/authorize', (request, response) => this.authorize(request, response));
    this.app.post(
      '/token',
      express.urlencoded({ extended: false, limit: '20kb' }),
      (request, response) => void this.token(request, response),
    );
    this.app.get('/account', (request, response) => {
      if (!this.isGood(request.headers.authorization)) return refuse(response, 401, 'invalid_token');
      response.json({ email: this.options.account });
    });
    this.app.post('/revoke-all', (_, response) => {
      this.revokeAll();
      response.status(204).end();
    });
  }

  /** Whether the header contains a valid access token. */
  isGood(authorization: string | undefined): boolean {
    const ends = this.access.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '');
    return ends !== undefined && ends > Date.now();
  }

  /** Makes all access tokens expire now. */
  expireAll(): void {
    this.access.clear();
  }

  revokeAll(): void {
    this.access.clear();
    this.refresh = null;
  }

  private authorize({ query }: Request, response: Response): void {
    const { client_id, redirect_uri, state, code_challenge: challenge, code_challenge_method, end } = query;
    const isAsked =
      client_id === this.options.clientId &&
      query.response_type === 'code' &&
      code_challenge_method === 'S256' &&
      [redirect_uri, state, challenge].every((value) => typeof value === 'string' && value !== '');
    if (!isAsked) return refuse(response, 400, 'invalid_request');
    const back = new URL(redirect_uri as string);
    back.searchParams.set('state', state as string);
    if (end === 'deny') {
      back.searchParams.set('error', 'access_denied');
      return response.redirect(back.href);
    }
    if (end === 'allow') {
      const code = randomBytes(16).toString('base64url');
      this.codes.set(code, { challenge: challenge as string, redirectUri: redirect_uri as string });
      back.searchParams.set('code', code);
      return response.redirect(back.href);
    }
    const at = (its: string) => {
      const search = new URLSearchParams({ ...(query as Record<string, string>), end: its });
      return `?${search.toString().replaceAll('&', '&amp;')}`;
    };
    response.type('html').send(`<!doctype html>
<html lang="en">
<title>Sign in at the CRM</title>
<main>
<h1>Sign in at the CRM</h1>
<p>Parley asks to read for ${this.options.account}.</p>
<p><a href="${at('allow')}">Allow</a> <a href="${at('deny')}">Deny</a></p>
</main>
</html>`);
  }

  private async token({ body }: Request, response: Response): Promise<void> {
    const form = (body ?? {}) as Record<string, string | undefined>;
    const { clientId, clientSecret } = this.options;
    if (form.client_id !== clientId || form.client_secret !== clientSecret) {
      return refuse(response, 401, 'invalid_client');
    }
    if (form.grant_type === 'authorization_code') {
      const code = this.codes.get(form.code ?? '');
      this.codes.delete(form.code ?? '');
      const verifier = createHash('sha256')
        .update(form.code_verifier ?? '')
        .digest('base64url');
      const isTheirs = code?.challenge === verifier && code.redirectUri === form.redirect_uri;
      return isTheirs ? this.grant(response) : refuse(response, 400, 'invalid_grant');
    }
    if (form.grant_type !== 'refresh_token') return refuse(response, 400, 'unsupported_grant_type');
    const given = form.refresh_token ?? '';
    if (this.spent.has(given)) this.revokeAll();
    if (given !== this.refresh) return refuse(response, 400, 'invalid_grant');
    this.spent.add(given);
    this.refreshes++;
    await this.beforeRefresh();
    this.grant(response);
  }

  private grant(response: Response): void {
    const { lifetime = 3_600, isFinal = false } = this.options;
    const access = `access-${randomBytes(24).toString('base64url')}`;
    this.access.set(access, Date.now() + lifetime * 1000);
    this.refresh = `refresh-${randomBytes(24).toString('base64url')}`;
    response.json({
      ...{ access_token: access, token_type: 'Bearer', expires_in: lifetime },
      ...(!isFinal && { refresh_token: this.refresh }),
      scope: 'contacts.read',
    });
  }
}

function refuse(response: Response, status: number, error: string): void {
  response.status(status).json({ error });
}
