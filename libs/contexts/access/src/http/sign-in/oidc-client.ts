import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { CodedError } from '@parley/contracts/api/coded-error';
import { OidcSettings } from './oidc-settings';
import { GrantRefused } from './sign-in-refusal';

/** The fields of an issuer's discovery document that we use. */
export interface Discovery {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  end_session_endpoint?: string;
  scopes_supported?: string[];
  token_endpoint_auth_methods_supported?: string[];
}

export interface Tokens {
  idToken: string;
  refreshToken?: string;
  claims: JWTPayload;
}

const TIMEOUT_MS = 10_000;
/**
 * The accepted signature algorithms: only asymmetric ones and never `none`, so that only the issuer can have signed.
 */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Calls the issuer for discovery and tokens, and verifies the signatures of ID tokens. */
@Injectable()
export class OidcClient {
  private discovered: Promise<Discovery> | null = null;
  private keys: ReturnType<typeof createRemoteJWKSet> | null = null;

  constructor(readonly settings: OidcSettings) {}

  /** The discovery document, fetched once; after a failure, the next call fetches it again. */
  discovery(): Promise<Discovery> {
    this.discovered ??= this.discover().catch((error: unknown) => {
      this.discovered = null;
      throw error;
    });
    return this.discovered;
  }

  /**
   * Exchanges a code or a refresh token for an ID token, and checks the ID token's signature, issuer, audience and
   * expiry.
   * @throws GrantRefused if the issuer rejects the code or refresh token
   */
  async requestTokens(grant: Record<string, string>): Promise<Tokens> {
    const { token_endpoint, token_endpoint_auth_methods_supported: methods } = await this.discovery();
    const { clientId, clientSecret } = this.settings;
    const body = new URLSearchParams(grant);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (methods?.includes('client_secret_post')) {
      body.set('client_id', clientId);
      body.set('client_secret', clientSecret);
    } else {
      const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
      headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    }
    const response = await this.fetch(token_endpoint, { method: 'POST', body, headers });
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    const isRefused = response.status >= 400 && response.status < 500 && response.status !== 429;
    if (isRefused) throw new GrantRefused(String(answer.error));
    if (!response.ok) throw new CodedError('unavailable', 'The identity provider is away.');
    const { id_token: idToken, refresh_token: refreshToken } = answer;
    if (typeof idToken !== 'string') throw new GrantRefused('no ID token');
    return {
      idToken,
      refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined,
      claims: await this.verify(idToken),
    };
  }

  /**
   * Returns the claims of an ID token that the issuer signed for us and that has not expired.
   * @throws jose's errors for an invalid token; CodedError `unavailable` while the issuer's keys are unreachable
   */
  async verify(idToken: string): Promise<JWTPayload> {
    const { jwks_uri } = await this.discovery();
    this.keys ??= createRemoteJWKSet(new URL(this.reach(jwks_uri)), { timeoutDuration: TIMEOUT_MS });
    const { issuer, clientId } = this.settings;
    try {
      const { payload } = await jwtVerify(idToken, this.keys, {
        issuer,
        audience: clientId,
        algorithms,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      if (payload.azp !== undefined && payload.azp !== clientId) {
        throw new errors.JWTClaimValidationFailed('issued to another client', payload, 'azp', 'check_failed');
      }
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError && !isOutage(error)) throw error;
      throw new CodedError('unavailable', "The identity provider's keys are out of reach.");
    }
  }

  /**
   * The URL at which the browser ends its session with the issuer; null if the issuer has none. The URL contains our
   * client id but no ID token, because URLs are stored in many logs.
   */
  async endSessionUrl(returnTo: string): Promise<string | null> {
    const { end_session_endpoint } = await this.discovery();
    if (!end_session_endpoint) return null;
    const url = new URL(end_session_endpoint);
    url.searchParams.set('client_id', this.settings.clientId);
    url.searchParams.set('post_logout_redirect_uri', returnTo);
    return url.href;
  }

  private async discover(): Promise<Discovery> {
    const { issuer } = this.settings;
    const response = await this.fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    if (!response.ok) throw new CodedError('unavailable', 'The identity provider is away.');
    const discovery = (await response.json()) as Discovery;
    if (discovery.issuer !== issuer) {
      throw new Error(`The identity provider calls itself ${discovery.issuer}, not ${issuer}.`);
    }
    return discovery;
  }

  private async fetch(url: string, init?: RequestInit): Promise<Response> {
    try {
      return await fetch(this.reach(url), {
        ...init,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
    } catch {
      throw new CodedError('unavailable', 'The identity provider is away.');
    }
  }

  private reach(url: string): string {
    const { issuer, reachedAt } = this.settings;
    return reachedAt && url.startsWith(`${issuer}/`) ? reachedAt + url.slice(issuer.length) : url;
  }
}

/** Whether the error means that the issuer's keys could not be read, so that the token may be valid. */
function isOutage({ code }: errors.JOSEError): boolean {
  return ['ERR_JOSE_GENERIC', errors.JWKSTimeout.code, errors.JWKSInvalid.code].includes(code);
}
