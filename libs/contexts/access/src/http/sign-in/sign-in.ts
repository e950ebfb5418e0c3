import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { Passport } from 'passport';
import type { TokenResponse } from '@parley/contracts/api/access';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { OnlineStatus } from '@parley/contracts/events';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import { Config } from '@parley/platform/config/config';
import { MasterKey } from '@parley/platform/security/master-key';
import { accessView } from '../../read/access.projector';
import type { Member } from '../../read/access.queries';
import { ToUser, type UserRequest } from '../../write/user.handler';
import { AssetCookies } from './asset-cookies';
import { attemptCookie, readCookie, sessionCookie, sessionMark } from './cookies';
import { ATTEMPT_LIFE_MS, openAttempt, sealAttempt, startAttempt, type LoginAttempt } from './login-attempt';
import { EndedSessions } from './ended-sessions';
import { IpGate } from './ip-gate';
import { IssuerSessions } from './issuer-sessions';
import { OidcAuthenticator } from './oidc-authenticator';
import { OidcClient, type Tokens } from './oidc-client';
import { OidcStrategy } from './oidc-strategy';
import {
  GrantRefused,
  NO_ATTEMPT,
  reasonOfRefusal,
  reasonOfUnknown,
  SignInRefused,
  UnknownAttempt,
  UnknownUser,
} from './sign-in-refusal';
import { Sessions, type Session, type SessionTokens } from './sessions';
import type { Site } from './sites';

/** The function that `passport.authenticate` returns; the library's types do not describe it. */
type Middleware = (request: Request, response: Response, next: (error?: unknown) => void) => void;

/** Minimum remaining validity in seconds of a returned token; a token that expires earlier is renewed first. */
const MIN_LIFE_S = 60;
const REFRESH_WAIT_MS = 200;
const REFRESH_TRIES = 50;
/** Pause in ms between requests for tokens while the issuer's clock is behind; with `CLOCK_TRIES`, 10 s in total. */
const CLOCK_WAIT_MS = 1_000;
const CLOCK_TRIES = 10;

/** Signs browsers in and out, and renews the tokens of their sessions. */
@Injectable()
export class SignIn {
  private readonly logger = new Logger('sign-in');
  private readonly passport = new Passport();
  private readonly attemptKey: Buffer;

  constructor(
    private readonly client: OidcClient,
    private readonly sessions: Sessions,
    private readonly ended: EndedSessions,
    private readonly issuerSessions: IssuerSessions,
    private readonly authenticator: OidcAuthenticator,
    private readonly gate: IpGate,
    private readonly config: Config,
    private readonly commands: CommandBus,
    private readonly views: Views,
    private readonly assetCookies: AssetCookies,
    masterKey: MasterKey,
  ) {
    this.attemptKey = masterKey.purpose('sessions');
  }

  /** Starts a sign-in: redirects the browser to the issuer. */
  async start(
    request: Request,
    response: Response,
    { site, returnTo, isAgain, prompt }: { site: Site; returnTo: string; isAgain: boolean; prompt?: 'login' },
  ): Promise<void> {
    const discovery = await this.client.discovery();
    const attempt = startAttempt({ returnTo, isAgain, organisationId: site.organisationId }, Date.now());
    const cookie = attemptCookie(this.config);
    const strategy = new OidcStrategy(this.client, discovery, callbackOf(site), attempt, (kept) => {
      const maxAge = ATTEMPT_LIFE_MS;
      response.cookie(cookie.name, sealAttempt(this.attemptKey, kept), { ...cookie.options, maxAge });
    });
    await new Promise<void>((resolve, reject) => {
      response.once('finish', resolve);
      const options = { session: false, prompt };
      const authenticate = this.passport.authenticate(strategy, options, reject) as Middleware;
      authenticate(withoutResult(request), response, reject);
    });
  }

  /**
   * Finishes a sign-in when the browser returns from the issuer: starts the browser's session under a new id. Logs
   * one line with the reason of a refusal.
   * @returns the path that the user wanted to open
   * @throws UnknownAttempt, UnknownUser, SignInRefused, CodedError `user_blocked`
   */
  async finish(site: Site, request: Request, response: Response): Promise<string> {
    try {
      return await this.complete(site, request, response);
    } catch (error) {
      this.logger.warn(`A sign-in was refused: ${reasonOfRefusal(error, request.query)}.`);
      throw error;
    }
  }

  private async complete(site: Site, request: Request, response: Response): Promise<string> {
    const attemptIn = attemptCookie(this.config);
    const sessionIn = sessionCookie(this.config);
    const cookies = request.headers.cookie;
    const attempt = openAttempt(this.attemptKey, readCookie(cookies, attemptIn.name), Date.now());
    response.clearCookie(attemptIn.name, attemptIn.options);
    if (!attempt && request.query.error === undefined) throw new UnknownAttempt(NO_ATTEMPT);

    const first = await this.authenticate(
      site,
      request,
      response,
      attempt ?? startAttempt({ returnTo: '/' }, 0),
    );
    const member = await this.authenticator.memberOf(first.claims);
    if (!member) throw new UnknownUser(reasonOfUnknown(first.claims));
    if (attempt?.organisationId && attempt.organisationId !== member.customerId) {
      throw new UnknownUser('the domain belongs to another organisation than the user');
    }
    await this.gate.requireAllowed(member.customerId, request.ip);
    const tokens = await this.tokensThatHold(member, first);
    await this.record(member, { identityProviderId: tokens.claims.sub ?? '', ip: request.ip });
    const former = readCookie(cookies, sessionIn.name);
    const sid = typeof first.claims.sid === 'string' ? first.claims.sid : null;
    const formerSession = former ? await this.sessions.end(former) : null;
    // If the issuer continued its former session, that session's earlier tokens belong to the new session here and
    // stay valid.
    if (formerSession && formerSession.sid !== sid) {
      await this.ended.endOne(formerSession, formerSession.tokens.idToken);
    }
    const id = await this.sessions.start({ ...member, sid, tokens: toSessionTokens(tokens) });
    response.cookie(sessionIn.name, id, sessionIn.options);
    const mark = sessionMark(this.config);
    response.cookie(mark.name, '1', mark.options);
    await this.changeStatus({ ...member, ip: request.ip }, 'available');
    return attempt?.returnTo ?? '/';
  }

  /**
   * Returns an ID token that is valid for at least a minute.
   * @throws CodedError `login_expired` if the session has ended; `user_blocked` if the user is not active;
   * `ip_not_allowed`
   */
  async token({ headers, ip }: Pick<Request, 'headers' | 'ip'>): Promise<TokenResponse> {
    const id = readCookie(headers.cookie, sessionCookie(this.config).name);
    try {
      return await this.tokenOf(id, ip);
    } catch (error) {
      if (id && error instanceof CodedError && error.code === 'user_blocked') await this.sessions.end(id);
      throw error;
    }
  }

  private async tokenOf(id: string | undefined, ip: string | undefined): Promise<TokenResponse> {
    for (let tries = 0; id && tries < REFRESH_TRIES; tries++) {
      const session = await this.sessions.use(id);
      if (!session) break;
      await this.gate.requireAllowed(session.customerId, ip);
      if (await this.holds(session.tokens)) return toResponse(session.tokens);
      if (await this.sessions.claimRefresh(id, session.tokens)) return this.refresh(id, session);
      // Another request is renewing the token, so this one waits for the result.
      await pause(REFRESH_WAIT_MS);
    }
    throw new CodedError('login_expired');
  }

  /**
   * Ends the session and its ID tokens, and the issuer's session if the issuer is the embedded provider.
   * @param everywhere whether to end all sessions of the user, in all browsers
   * @returns the URL to which the browser goes next: the sign-in, or the issuer's page that ends its session
   */
  async end(
    { site, everywhere }: { site: Site; everywhere: boolean },
    request: Request,
    response: Response,
  ): Promise<string> {
    const { name, options } = sessionCookie(this.config);
    const id = readCookie(request.headers.cookie, name);
    response.clearCookie(name, options);
    const mark = sessionMark(this.config);
    response.clearCookie(mark.name, mark.options);
    this.assetCookies.take(response);
    const session = id ? await this.sessions.end(id) : null;
    const home = `${site.url}/`;
    if (!session) return home;
    await this.ended.endOne(session, session.tokens.idToken);
    if (everywhere) await this.endEverywhere(session);
    const isEndedThere = await this.issuerSessions.end(session.sid);
    // A user who has another session stays available.
    if (!(await this.sessions.hasAny(session.userId))) {
      await this.changeStatus({ ...session, ip: request.ip }, 'offline').catch((error: unknown) => {
        // A user who was deleted since has no status to change.
        if (!(error instanceof NotFound)) throw error;
      });
    }
    if (isEndedThere) return `${site.url}/auth/login?prompt=login`;
    // An unreachable issuer must not prevent signing out here.
    return (await this.client.endSessionUrl(home).catch(() => null)) ?? home;
  }

  /** Ends all sessions of a user, with their sockets and their cookies for files. */
  async endEverywhere({ userId, customerId }: Pick<Session, 'userId' | 'customerId'>): Promise<void> {
    await this.sessions.endAll(userId);
    await this.issuerSessions.endAll(userId);
    await this.ended.endAll({ userId, customerId });
  }

  private async changeStatus(
    who: { userId: string; customerId: string; ip?: string },
    status: OnlineStatus,
  ): Promise<void> {
    const change = { type: 'ChangeStatus', status } as const;
    await this.commands.execute(new ToUser(who.userId, change, requestedNow(who)));
  }

  /**
   * Records the sign-in. If the user is invited, the sign-in also accepts the invitation, because the identity
   * provider has identified them.
   */
  private async record(
    { userId, customerId, state }: Member,
    { identityProviderId, ip }: { identityProviderId: string; ip?: string },
  ): Promise<void> {
    const context = () => requestedNow({ userId, customerId, ip });
    const execute = (command: UserRequest) => this.commands.execute(new ToUser(userId, command, context()));
    if (state === 'invited') {
      const { position } = await execute({ type: 'AcceptInvitation' });
      // The client's next requests need the view to show the user as active.
      await this.views.waitFor(accessView.name, position ?? '');
    }
    await execute({ type: 'SignIn', identityProviderId });
  }

  private authenticate(
    site: Site,
    request: Request,
    response: Response,
    attempt: Omit<LoginAttempt, 'nonce'> & { nonce?: string },
  ): Promise<Tokens> {
    return this.client.discovery().then(
      (discovery) =>
        new Promise<Tokens>((resolve, reject) => {
          const strategy = new OidcStrategy(
            this.client,
            discovery,
            callbackOf(site),
            attempt,
            () => undefined,
          );
          const answer = (error: Error | null, tokens?: Tokens | false, refusal?: { message?: string }) => {
            if (error instanceof CodedError || error instanceof UnknownAttempt) reject(error);
            else if (error) reject(new SignInRefused(error.message, { cause: error }));
            else if (!tokens) reject(new SignInRefused(refusal?.message));
            else resolve(tokens);
          };
          const authenticate = this.passport.authenticate(
            strategy,
            { session: false },
            answer as never,
          ) as Middleware;
          authenticate(request, response, reject);
        }),
    );
  }

  /**
   * Returns tokens that were issued after the user's last sign-out. Right after a sign-out, an issuer whose clock is
   * behind ours, or that counts whole seconds, issues tokens that seem to be older than the sign-out; this requests
   * new tokens until they are not.
   * @throws SignInRefused if that takes too long, because the session's tokens would be rejected
   */
  private async tokensThatHold({ userId }: Member, first: Tokens): Promise<Tokens> {
    let tokens = first;
    for (let tries = 0; this.ended.covers(userId, tokens.idToken, tokens.claims); tries++) {
      await pause(CLOCK_WAIT_MS);
      const { refreshToken } = tokens;
      // `login_expired` makes the browser start another sign-in.
      if (!refreshToken || tries >= CLOCK_TRIES) throw new SignInRefused('login_expired');
      const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const renewed = await this.client.requestTokens(grant).catch((error: unknown) => {
        throw error instanceof GrantRefused ? new SignInRefused(error.message, { cause: error }) : error;
      });
      if (renewed.claims.sub !== first.claims.sub) throw new SignInRefused('another user');
      tokens = { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken };
    }
    return tokens;
  }

  /** Whether the REST API accepts the token; false also if the issuer has changed its address or its keys. */
  private async holds(tokens: SessionTokens): Promise<boolean> {
    return hasLife(tokens) && (await this.authenticator.memberByToken(tokens.idToken)) !== null;
  }

  private async refresh(id: string, session: Session): Promise<TokenResponse> {
    const { refreshToken } = session.tokens;
    try {
      if (!refreshToken) throw new GrantRefused('no refresh token');
      const renewed = await this.client.requestTokens({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      });
      const member = await this.authenticator.memberOf(renewed.claims);
      if (member?.userId !== session.userId || member.customerId !== session.customerId) {
        throw new GrantRefused('another user');
      }
      if (member.state !== 'active') throw new CodedError('user_blocked');
      // A response without a refresh token means that the issuer does not rotate it, so the old one stays valid.
      const tokens = toSessionTokens({ refreshToken, ...renewed });
      if (!(await this.sessions.refreshed(id, tokens))) throw new GrantRefused('signed out meanwhile');
      return toResponse(tokens);
    } catch (error) {
      this.logger.warn(`The token of a session was not renewed: ${reasonOfRefusal(error)}.`);
      if (!(error instanceof GrantRefused)) {
        await this.sessions.releaseRefresh(id);
        throw error;
      }
      await this.sessions.end(id);
      throw new CodedError('login_expired');
    }
  }
}

function callbackOf({ url }: Site): string {
  return `${url}/auth/callback`;
}

/** Hides the query, because the library would take a `code` or `error` in it for the response of the issuer. */
function withoutResult(request: Request): Request {
  return Object.create(request, { query: { value: {} } }) as Request;
}

function toSessionTokens({ idToken, refreshToken, claims }: Tokens): SessionTokens {
  return { idToken, refreshToken, expiresAt: claims.exp ?? 0 };
}

function hasLife({ expiresAt }: SessionTokens): boolean {
  return expiresAt - Date.now() / 1000 >= MIN_LIFE_S;
}

function toResponse({ idToken, expiresAt }: SessionTokens): TokenResponse {
  return { idToken, expiresIn: Math.max(0, Math.floor(expiresAt - Date.now() / 1000)) };
}
