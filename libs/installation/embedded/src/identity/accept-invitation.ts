import { createHmac, timingSafeEqual } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { CommandBus } from '@nestjs/cqrs';
import type { CookieOptions, Request, Response } from 'express';
import { readCookie } from '@parley/access/http/sign-in/cookies';
import { user } from '@parley/access/domain/user';
import { accessView } from '@parley/access/read/access.projector';
import type { AccessQueries } from '@parley/access/read/access.queries';
import type { Invitation, InvitationLinks } from '@parley/access/write/invitation-links';
import { ToUser } from '@parley/access/write/user.handler';
import type { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { Views } from '@parley/event-sourcing/projection/views';
import { Turns } from '@parley/platform/database/turns';
import type { FailedTries } from './failed-tries';
import { retryAfter } from '@parley/platform/http/rate-limit';
import { countedAddress } from '@parley/platform/http/rate-limits';
import type { Accounts } from './accounts';
import { isSameOrigin, readForm } from './forms';
import { acceptPage, messagePage } from './pages';
import { securePage } from './secure-page';
import { pickLanguage } from './texts';

export interface AcceptParts {
  accounts: Accounts;
  access: AccessQueries;
  aggregates: Aggregates;
  commands: CommandBus;
  links: InvitationLinks;
  views: Views;
  tries: FailedTries;
  publicUrl: string;
  /** Key that signs the cookie which lets the browser sign in right after accepting. */
  key: Buffer;
}

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;
const COOKIE = 'parley_accepted';
/** Maximum time in ms from choosing a password to the sign-in. */
const COOKIE_LIFE_MS = 60_000;

type Problem = 'short' | 'long' | 'address' | 'differ' | 'tooMany';

/** The page behind an invitation's link. The invited user chooses a password on it and is then signed in. */
export class AcceptInvitation {
  private readonly logger = new Logger('identity');
  /**
   * Makes submissions for one invitation run one after the other. The embedded provider runs in a single process, so
   * a lock in memory is enough.
   */
  private readonly turns = new Turns();

  constructor(private readonly parts: AcceptParts) {}

  async handle(request: Request, response: Response): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'POST') {
      response.status(405).end();
      return;
    }
    const language = pickLanguage(request.headers['accept-language']);
    const ip = countedAddress(request.ip);
    const invitation = this.parts.links.open(request.query.token, Date.now());
    const invited = invitation && !invitation.isExpired ? await this.invited(invitation) : null;
    if (!invitation || !invited) {
      const isOver = invitation?.isExpired ?? false;
      this.refuse(request, response, isOver ? 'linkExpired' : invitation ? 'linkUsed' : 'linkWrong');
      return;
    }
    const show = (status: number, problem: Problem | null) => {
      securePage(response);
      response.status(status).send(acceptPage(language, invited, problem));
    };
    if (request.method === 'GET') return show(200, null);
    const form = isSameOrigin(request, this.parts.publicUrl) ? await readForm(request) : null;
    if (!form) return show(403, null);
    const blockedFor = this.parts.tries.blockedFor(invitation.userId, ip, Date.now());
    if (blockedFor > 0) {
      response.setHeader('Retry-After', retryAfter(blockedFor));
      return show(429, 'tooMany');
    }
    this.parts.tries.failed(invitation.userId, ip, Date.now());
    const password = form.get('password') ?? '';
    const problem = problemOf(password, form.get('again') ?? '', invited.email);
    if (problem) return show(400, problem);
    await this.accept(invitation, password, request, response);
  }

  /**
   * Reads the cookie of a browser that has just accepted an invitation, and clears it.
   * @returns the user's id; null if there is no valid cookie
   */
  acceptedIn(request: Request, response: Response): string | null {
    const [userId = '', until = '', signature = ''] =
      readCookie(request.headers.cookie, COOKIE)?.split('.') ?? [];
    if (!userId) return null;
    response.clearCookie(COOKIE, this.cookie());
    const expected = this.sign(userId, until);
    const given = Buffer.from(signature, 'base64url');
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    return isOurs && Date.now() < Number(until) ? userId : null;
  }

  private async accept(
    invitation: Invitation,
    password: string,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { userId } = invitation;
    const position = await this.turns.take(userId, () => this.take(invitation, password, request.ip));
    if (position === null) return this.refuse(request, response, 'linkUsed');
    await this.parts.views.waitFor(accessView.name, position);
    const until = String(Date.now() + COOKIE_LIFE_MS);
    const value = `${userId}.${until}.${this.sign(userId, until).toString('base64url')}`;
    response.cookie(COOKIE, value, { ...this.cookie(), maxAge: COOKIE_LIFE_MS });
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(303, `${this.parts.publicUrl}/auth/login?prompt=login`);
  }

  /**
   * Sets the password and marks the invitation as used, in this order: a user with a used invitation and no password
   * would be locked out. Submissions run one after the other, so that only the first sets a password.
   * @returns the log position; null if the invitation was already used
   */
  private async take(
    invitation: Invitation,
    password: string,
    ip: string | undefined,
  ): Promise<string | null> {
    const { customerId, userId } = invitation;
    if (!(await this.invited(invitation))) return null;
    await this.parts.accounts.setPassword({ userId, customerId }, password);
    const command = { type: 'AcceptInvitation', invitation: invitation.invitation } as const;
    const context = requestedNow({ userId, customerId, ip });
    try {
      const { position } = await this.parts.commands.execute(new ToUser(userId, command, context));
      return position ?? '';
    } catch (error) {
      // The invitation was renewed or withdrawn at the same moment. The user then cannot sign in, although a password
      // was set.
      if (!(error instanceof Rejected)) throw error;
      this.logger.debug(String(error));
      return null;
    }
  }

  /** @returns the invited user; null if the invitation is not the user's latest, or was accepted or withdrawn */
  private async invited({ customerId, userId, invitation }: Invitation) {
    const { state } = await this.parts.aggregates.load(user, 'user', userId, customerId);
    if (state.status !== 'invited' || state.invitation !== invitation || !state.details) return null;
    return { ...state.details, organisation: (await this.parts.access.customerName(customerId)) ?? '' };
  }

  private refuse(request: Request, response: Response, why: 'linkExpired' | 'linkUsed' | 'linkWrong'): void {
    const language = pickLanguage(request.headers['accept-language']);
    const { texts } = language;
    securePage(response);
    response.status(why === 'linkWrong' ? 404 : 410).send(
      messagePage(language, {
        title: texts[`${why}Title`],
        text: texts[why],
        action: texts.submit,
        href: '/auth/login',
      }),
    );
  }

  private cookie(): CookieOptions {
    const secure = this.parts.publicUrl.startsWith('https:');
    return { httpOnly: true, sameSite: 'lax', secure, path: '/oidc' };
  }

  private sign(userId: string, until: string): Buffer {
    return createHmac('sha256', this.parts.key).update(`accepted ${userId} ${until}`).digest();
  }
}

/**
 * Checks a password. Only its length counts, which makes it hard to guess; required kinds of characters would make it
 * hard to remember.
 * @returns null if it is accepted
 */
function problemOf(password: string, again: string, email: string): Problem | null {
  if ([...password].length < MIN_PASSWORD_LENGTH) return 'short';
  if (password.length > MAX_PASSWORD_LENGTH) return 'long';
  const known = [email, email.split('@')[0] ?? ''].map((word) => word.toLowerCase());
  if (known.includes(password.toLowerCase()) || /^(.)\1*$/u.test(password)) return 'address';
  return password === again ? null : 'differ';
}
