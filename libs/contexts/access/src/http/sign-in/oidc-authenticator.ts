import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { errors, type JWTPayload } from 'jose';
import { validate as isUuid } from 'uuid';
import { idOf, streamOf, type RecordedEvent } from '@parley/contracts/events';
import { LogCache } from '@parley/event-sourcing/cache/log-cache';
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

interface TokenOwner {
  member: Member;
  /** When the token expires, in ms since the epoch. */
  expiresAt: number;
}

/** Maximum time in ms to wait for the view to fold a change before the sockets are closed. */
const FOLD_TIMEOUT_MS = 30_000;

/**
 * Identifies users by verified ID tokens and by our cookies. The role comes from our database, never from the token.
 */
@Injectable()
export class OidcAuthenticator extends Authenticator {
  /** Members to whom tokens belong, by the hash of the token; undefined for a token of no member. */
  private readonly owners: LogCache<TokenOwner | undefined>;
  private readonly listeners: ((isConcerned: Concerned) => void)[] = [];

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
    this.owners = new LogCache<TokenOwner | undefined>(feed, views, {
      views: [accessView.name],
      changedBy: streamOfOwner,
      dependsOn: (owner) => (owner ? streamsOf(owner.member) : []),
    });
    ended.onEnd(({ userId }) => {
      this.owners.evict([streamOf('user', userId)]);
      this.notify((principal) => principal.userId === userId);
    });
    feed.listen((events, position) => {
      const userIds = events
        .filter(({ stream }) => stream.startsWith('user-'))
        .map(({ stream }) => idOf(stream));
      const customerIds = events
        .filter(({ stream }) => stream.startsWith('customer-') || stream.startsWith('ipWhitelist-'))
        .map(({ customerId }) => customerId);
      if (userIds.length + customerIds.length === 0) return;
      void this.notifyOnceFolded(new Set(userIds), new Set(customerIds), position);
    });
  }

  onChange(hear: (isConcerned: Concerned) => void): void {
    this.listeners.push(hear);
  }

  async authenticate(token: string | undefined, ip: string | undefined): Promise<Principal | null> {
    const member = token ? await this.memberByToken(token) : null;
    return member && this.letIn(member, ip);
  }

  /** The member whom a token identifies, without checking the network address; null for an invalid token. */
  async memberByToken(token: string): Promise<Member | null> {
    const hash = createHash('sha256').update(token).digest('base64');
    const load = () => this.ownerOf(token);
    const owner = await this.owners.get(hash, load);
    if (!owner || Date.now() < owner.expiresAt) return owner?.member ?? null;
    return (await this.owners.reload(hash, load))?.member ?? null;
  }

  private async ownerOf(token: string): Promise<TokenOwner | undefined> {
    const claims = await this.verified(token);
    const member = claims && activeOnly(await this.memberOf(claims));
    if (!member || this.ended.covers(member.userId, token, claims)) return undefined;
    return { member, expiresAt: (claims.exp ?? 0) * 1000 };
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

  /**
   * Admits a member from an allowed address.
   * @throws CodedError `ip_not_allowed` otherwise
   */
  private async letIn(member: Member, ip: string | undefined): Promise<Principal> {
    await this.gate.requireAllowed(member.customerId, ip);
    return this.principalOf(member, ip);
  }

  /**
   * The member whom verified claims identify. Tokens of the embedded provider, and of any issuer configured like it,
   * contain our ids. For any other issuer, a verified e-mail address identifies the user: within the organisation
   * that the token names, or if only one user has the address.
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

  /**
   * Closes the user's sockets once the view has folded the change; if closed earlier, they would reconnect with the
   * old rights.
   */
  private async notifyOnceFolded(
    userIds: ReadonlySet<string>,
    customerIds: ReadonlySet<string>,
    position: string,
  ): Promise<void> {
    try {
      await this.views.waitFor(accessView.name, position, FOLD_TIMEOUT_MS);
    } finally {
      // A load that read the view before the fold must not serve those who are asked to check their rights now.
      const users = [...userIds].map((id) => streamOf('user', id));
      const customers = [...customerIds].map((id) => streamOf('customer', id));
      this.owners.evict([...users, ...customers]);
      this.notify(({ userId, customerId }) => userIds.has(userId) || customerIds.has(customerId));
    }
  }

  private notify(isConcerned: Concerned): void {
    for (const listener of this.listeners) listener(isConcerned);
  }

  private async verified(token: string): Promise<JWTPayload | null> {
    try {
      return await this.client.verify(token);
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  private principalOf(member: Member, ip: string | undefined): Principal {
    const { userId, customerId, role } = member;
    const can = (action: string, subject: string) => this.abilities.isAllowed(role, member, action, subject);
    return { userId, customerId, role, ip, can };
  }
}

/**
 * Returns only active members: an invited user has no access until they have signed in.
 * @throws CodedError `user_blocked` for a deactivated user
 */
function activeOnly(member: Member | null): Member | null {
  if (member?.state === 'deactivated') throw new CodedError('user_blocked');
  return member?.state === 'active' ? member : null;
}

function streamsOf({ userId, customerId }: Member): string[] {
  return [streamOf('user', userId), streamOf('customer', customerId)];
}

function streamOfOwner({ stream }: RecordedEvent): string | undefined {
  return stream.startsWith('user-') || stream.startsWith('customer-') ? stream : undefined;
}

function isId(claim: unknown): claim is string {
  return typeof claim === 'string' && isUuid(claim);
}
