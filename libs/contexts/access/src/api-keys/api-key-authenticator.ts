import { Injectable, Logger } from '@nestjs/common';
import { streamOf, type RecordedEvent } from '@parley/contracts/events';
import { CodedError } from '@parley/contracts/api/coded-error';
import { LogCache } from '@parley/event-sourcing/cache/log-cache';
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

interface OwnedKey {
  key: KnownApiKey;
  owner: Member;
}

/** Minimum time in ms between two stored uses of the same key by this process. */
const NOTED_EVERY_MS = 60_000;

/** Identifies users by the secrets of API keys: a key acts for its owner. */
@Injectable()
export class ApiKeyAuthenticator extends ApiKeys {
  private readonly logger = new Logger('ApiKeys');
  /** Keys and their owners, by the hash of the secret. */
  private readonly keys: LogCache<OwnedKey | undefined>;
  private readonly notedAt = new Map<string, number>();

  constructor(
    private readonly secrets: ApiKeySecrets,
    private readonly queries: ApiKeyQueries,
    private readonly access: AccessQueries,
    private readonly abilities: Abilities,
    private readonly gate: IpGate,
    views: Views,
    feed: LogFeed,
  ) {
    super();
    this.keys = new LogCache<OwnedKey | undefined>(feed, views, {
      views: [apiKeysView.name, accessView.name],
      changedBy: streamOfKey,
      dependsOn: (found) => (found ? streamsOf(found) : []),
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

  private async find(secret: string): Promise<OwnedKey | undefined> {
    const hash = this.secrets.hashOf(secret);
    return hash ? this.keys.get(hash.toString('base64'), () => this.load(hash)) : undefined;
  }

  private async load(hash: Buffer): Promise<OwnedKey | undefined> {
    const key = await this.queries.bySecret(hash);
    const owner = key && (await this.access.memberById(key.customerId, key.ownerId));
    return key && owner?.state === 'active' ? { key, owner } : undefined;
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

function streamsOf({ key, owner }: OwnedKey): string[] {
  return [streamOf('apiKey', key.id), streamOf('user', owner.userId), streamOf('customer', key.customerId)];
}

function streamOfKey({ stream }: RecordedEvent): string | undefined {
  return /^(apiKey|user|customer)-/.test(stream) ? stream : undefined;
}
