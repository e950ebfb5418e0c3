import { Strategy } from 'passport-openidconnect';
import { challengeOf, type LoginAttempt } from './login-attempt';
import type { Discovery, OidcClient, Tokens } from './oidc-client';
import { NO_ATTEMPT, UnknownAttempt } from './sign-in-refusal';

/**
 * passport-openidconnect for a single request, with additions: endpoints come from discovery, PKCE is always on, the
 * state is bound to the browser, and our own token request checks the ID token's signature.
 */
export class OidcStrategy extends Strategy {
  /**
   * @param attempt has no nonce before the browser leaves for the issuer, and has one after the browser has returned
   * @param keep stores the attempt in the browser's cookie
   */
  constructor(
    client: OidcClient,
    discovery: Discovery,
    callbackUrl: string,
    private readonly attempt: Omit<LoginAttempt, 'nonce'> & { nonce?: string },
    keep: (attempt: LoginAttempt) => void,
  ) {
    const { issuer, clientId, clientSecret } = client.settings;
    let tokens: Tokens | undefined;
    super(
      {
        issuer,
        authorizationURL: discovery.authorization_endpoint,
        tokenURL: discovery.token_endpoint,
        userInfoURL: '',
        skipUserProfile: true,
        callbackURL: callbackUrl,
        clientID: clientId,
        clientSecret,
        scope: scopeOf(discovery),
        // Any text switches the nonce on, although the type suggests that this is the nonce's value.
        nonce: 'on',
        store: {
          store(_request, { nonce }, _state, _meta, done) {
            if (!nonce) return done(new Error('A sign-in needs a nonce.'));
            keep({ ...attempt, nonce });
            done(null, attempt.state);
          },
          verify(_request, state, done) {
            if (!attempt.nonce) return done(new UnknownAttempt(NO_ATTEMPT));
            if (state !== attempt.state) {
              return done(new UnknownAttempt('the state is not that of this sign-in'));
            }
            done(null, { nonce: attempt.nonce });
          },
        },
      },
      (_issuer: string, _profile: unknown, done: (error: Error | null, user?: Tokens) => void) =>
        done(null, tokens),
    );
    const getOAuthAccessToken = (
      code: string,
      parameters: Record<string, string>,
      done: (error: null, accessToken: string, refreshToken: string, results: object) => void,
    ) => {
      client
        .requestTokens({ ...parameters, code, code_verifier: attempt.verifier })
        .then((received) => {
          tokens = received;
          done(null, '', '', { id_token: received.idToken });
        })
        // Reports the error directly, because the library would wrap it and hide its class.
        .catch((error: Error) => this.error(error));
    };
    Object.assign(this._oauth2, { getOAuthAccessToken });
  }

  override authorizationParams(options: { prompt?: string }): object {
    return {
      code_challenge: challengeOf(this.attempt.verifier),
      code_challenge_method: 'S256',
      ...(options.prompt ? { prompt: options.prompt } : {}),
    };
  }
}

function scopeOf({ scopes_supported: supported }: Discovery): string[] {
  const refresh = supported?.includes('offline_access') ? ['offline_access'] : [];
  return ['profile', 'email', ...refresh];
}
