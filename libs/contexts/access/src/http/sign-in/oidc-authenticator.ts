import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { errors, type JWTPayload } from 'jose';
import { validate as isUuid } from 'uuid';
import { idOf } from '@parley/contracts/events';
import { Views } from '@parley/event-sourcing/projection/views';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { CodedError } from '@parley/contracts/api/coded-error';
import { Config } from '@parley/platform/config/config';
import { Authenticator, type Concerned, type Principal } from '@parley/platform/http/principal';
import { Abilities } from '../../domain/abilities';
import { accessView } from '../../read/access.projector';
import { AccessQueries, type Member } from '../../read/access.queries';
import { AssetCookies } from './asset-cookies';
import { readCookie, sessionCookie } from './cookies';
import { EndedSessions } from './ended-sessions';
import { IpGate } from './ip-gate';
import { OidcClient } from './oidc-client';
import { Sessions } from './sessions';

interface Known {
  member: Member;
  /** End of the cache entry, in ms since the epoch. */
  until: number;
}

/** How long a member is cached, in ms, and the maximum number of cached tokens. */
const REMEMBERED_MS = 30_000;
const REMEMBERED_AT_MOST = 5_000;

/** Maps verified ID tokens and our cookies to users. The role comes from our database, never from the token. */
@Injectable()
export class OidcAuthenticator extends Authenticator {
  private readonly known = new Map<string, Known>();
  private readonly listeners: ((isConcerned: Concerned) => void)[] = [];
  /** Increases with every invalidation; a read that began earlier is not cached. */
  private heard = 0;

  constructor(
    private readonly client: OidcClient,
    private readonly access: AccessQueries,
    private readonly sessions: Sessions,
    private readonly assetCookies: AssetCookies,
    private readonly config: Config,
    private readonly views: Views,
    private readonly gate: IpGate,
    private readonly ended: EndedSessions,
    private readonly abilities: Abilities,
    feed: LogFeed,
  ) {
    super();
    ended.onEnd(({ userId }) => this.forgetNow((principal) => principal.userId === userId));
    feed.listen((events, position) => {
      const userIds = events
        .filter(({ stream }) => stream.startsWith('user-'))
        .map(({ stream }) => idOf(stream));
      const customerIds = events
        .filter(({ stream }) => stream.startsWith('customer-') || stream.startsWith('ipWhitelist-'))
        .map(({ customerId }) => customerId);
      if (userIds.length + customerIds.length === 0) return;
      void this.forget(new Set(userIds), new Set(customerIds), position);
    });
  }

  onChange(hear: (isConcerned: Concerned) => void): void {
    this.listeners.push(hear);
  }

  async authenticate(token: string | undefined, ip: string | undefined): Promise<Principal | null> {
    const member = token ? await this.memberByToken(token) : null;
    return member && this.letIn(member, ip);
  }

  /** The member whom a token names, without checking the network address; null for an invalid token. */
  async memberByToken(token: string): Promise<Member | null> {
    const name = createHash('sha256').update(token).digest('base64');
    const remembered = this.known.get(name);
    if (remembered && Date.now() < remembered.until) return remembered.member;
    this.known.delete(name);

    const claims = await this.verified(token);
    const { heard } = this;
    const member = claims && activeOnly(await this.memberOf(claims));
    if (!member || this.ended.covers(member.userId, token, claims)) return null;
    const until = Math.min(Date.now() + REMEMBERED_MS, (claims.exp ?? 0) * 1000);
    if (heard === this.heard) this.remember(name, { member, until });
    return member;
  }

  async authenticateCookie(cookies: string | undefined, ip: string | undefined): Promise<Principal | null> {
    const id = readCookie(cookies, sessionCookie(this.config).name);
    const owner = (id && (await this.sessions.ownerOf(id))) || this.assetHolder(cookies);
    const member = owner && activeOnly(await this.access.memberById(owner.customerId, owner.userId));
    return member && this.letIn(member, ip);
  }

  private assetHolder(cookies: string | undefined) {
    const holder = this.assetCookies.holderOf(cookies, Date.now());
    return holder && this.ended.coversAllBefore(holder.userId, holder.givenAt) ? null : holder;
  }

  /** @throws CodedError `ip_not_allowed` */
  private async letIn(member: Member, ip: string | undefined): Promise<Principal> {
    await this.gate.requireAllowed(member.customerId, ip);
    return this.principalOf(member, ip);
  }

  /**
   * Finds the member for verified claims. The embedded provider, and any issuer set up like it, names our ids. For
   * another issuer a verified e-mail counts, within the organisation that it names, or if only one user has it.
   */
  async memberOf(claims: JWTPayload): Promise<Member | null> {
    const { user_id: userId, customer_id: customerId, organisation_id: organisationId } = claims;
    if (isId(userId) && isId(customerId)) return this.access.memberById(customerId, userId);
    const { email, email_verified: isVerified } = claims;
    if (typeof email !== 'string' || isVerified !== true) return null;
    return isId(organisationId)
      ? this.access.memberByEmail(organisationId, email)
      : this.access.onlyMemberByEmail(email);
  }

  /** Waits until the view has folded the change: a read before that would cache the old row. */
  private async forget(
    userIds: ReadonlySet<string>,
    customerIds: ReadonlySet<string>,
    position: string,
  ): Promise<void> {
    try {
      await this.views.waitFor(accessView.name, position, REMEMBERED_MS);
    } finally {
      this.forgetNow(({ userId, customerId }) => userIds.has(userId) || customerIds.has(customerId));
    }
  }

  private forgetNow(isConcerned: Concerned): void {
    this.heard++;
    for (const [name, { member }] of this.known) if (isConcerned(member)) this.known.delete(name);
    for (const hear of this.listeners) hear(isConcerned);
  }

  private async verified(token: string): Promise<JWTPayload | null> {
    try {
      return await this.client.verify(token);
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  private remember(name: string, known: Known): void {
    this.known.set(name, known);
    if (this.known.size <= REMEMBERED_AT_MOST) return;
    for (const oldest of this.known.keys()) {
      this.known.delete(oldest);
      break;
    }
  }

  private principalOf(member: Member, ip: string | undefined): Principal {
    const { userId, customerId, role } = member;
    const can = (action: string, subject: string) => this.abilities.isAllowed(role, member, action, subject);
    return { userId, customerId, role, ip, can };
  }
}

/**
 * An invited user has no access until they have signed in.
 * @throws CodedError `user_blocked`
 */
function activeOnly(member: Member | null): Member | null {
  if (member?.state === 'deactivated') throw new CodedError('user_blocked');
  return member?.state === 'active' ? member : null;
}

function isId(claim: unknown): claim is string {
  return typeof claim === 'string' && isUuid(claim);
}
