import { Injectable, Logger } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import { Views } from '@parley/event-sourcing/projection/views';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { ApiKeys, type Principal } from '@parley/platform/http/principal';
import { Abilities } from '../domain/abilities';
import { isCovered } from '../domain/address-pattern';
import { IpGate } from '../http/sign-in/ip-gate';
import { accessView } from '../read/access.projector';
import { AccessQueries, type Member } from '../read/access.queries';
import { allows } from './api-key';
import { ApiKeySecrets } from './api-key-secrets';
import { ApiKeyQueries, type KnownApiKey } from './api-keys.queries';
import { apiKeysView } from './api-keys.view';

interface Known {
  key: KnownApiKey;
  owner: Member;
  /** Time in ms since the epoch after which the key is read from the database again. */
  askAgainAt: number;
}

/** How long a key is cached, in ms, and the maximum number of cached keys. */
const REMEMBERED_MS = 30_000;
const REMEMBERED_AT_MOST = 5_000;
/** Minimum time in ms between two stored uses of a key by this process. */
const NOTED_EVERY_MS = 60_000;

/** Maps the secrets of API keys to the users for whom the keys act. */
@Injectable()
export class ApiKeyAuthenticator extends ApiKeys {
  private readonly logger = new Logger('ApiKeys');
  private readonly known = new Map<string, Known>();
  private readonly notedAt = new Map<string, number>();
  /** Increases with every invalidation; a read that began earlier is not cached. */
  private heard = 0;

  constructor(
    private readonly secrets: ApiKeySecrets,
    private readonly queries: ApiKeyQueries,
    private readonly access: AccessQueries,
    private readonly abilities: Abilities,
    private readonly gate: IpGate,
    private readonly views: Views,
    feed: LogFeed,
  ) {
    super();
    feed.listen((events, position) => {
      const concerns = events.some(({ stream }) => /^(apiKey|user|customer)-/.test(stream));
      if (concerns) void this.forget(position);
    });
  }

  async authenticate(secret: string, ip: string | undefined): Promise<Principal | null> {
    const found = await this.find(secret);
    if (!found) return null;
    const { key, owner } = found;
    if (key.until !== null && key.until <= Date.now()) return null;
    if (!key.isApiEnabled) throw new CodedError('api_disabled');
    if (key.allowedAddresses.length > 0 && !isCovered(key.allowedAddresses, ip)) {
      throw new CodedError('ip_not_allowed', ip ?? '');
    }
    await this.gate.requireAllowed(key.customerId, ip);
    this.note(key.id, ip);
    return {
      userId: owner.userId,
      customerId: owner.customerId,
      role: owner.role,
      ip,
      apiKeyId: key.id,
      can: (action, subject) =>
        allows(key.rights, action, subject) && this.abilities.isAllowed(owner.role, owner, action, subject),
    };
  }

  private async find(secret: string): Promise<Known | null> {
    const hash = this.secrets.hashOf(secret);
    if (!hash) return null;
    const name = hash.toString('base64');
    const remembered = this.known.get(name);
    if (remembered && Date.now() < remembered.askAgainAt) return remembered;
    this.known.delete(name);
    const { heard } = this;
    const key = await this.queries.bySecret(hash);
    const owner = key && (await this.access.memberById(key.customerId, key.ownerId));
    if (!owner || owner.state !== 'active') return null;
    const found = { key, owner, askAgainAt: Date.now() + REMEMBERED_MS };
    if (heard === this.heard && this.known.size < REMEMBERED_AT_MOST) this.known.set(name, found);
    return found;
  }

  /**
   * Clears the cache at once, and again when the views have folded the change: a read in between would cache the old
   * row.
   */
  private async forget(position: string): Promise<void> {
    this.forgetNow();
    try {
      await Promise.all(
        [apiKeysView.name, accessView.name].map((view) => this.views.waitFor(view, position, REMEMBERED_MS)),
      );
    } finally {
      this.forgetNow();
    }
  }

  private forgetNow(): void {
    this.heard++;
    this.known.clear();
  }

  private note(keyId: string, ip: string | undefined): void {
    const now = Date.now();
    if (now - (this.notedAt.get(keyId) ?? 0) < NOTED_EVERY_MS) return;
    this.notedAt.set(keyId, now);
    this.queries
      .used(keyId, ip)
      .catch((error: Error) => this.logger.warn(`A use of a key was not noted: ${error.message}`));
  }
}
