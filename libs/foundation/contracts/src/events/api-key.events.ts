import type { Fact } from './event';
import type { SettingFacts } from './facts';

/** A key with which a program of the organisation calls the API. */
export interface ApiKeyDetails {
  name: string;
  /** `subject:read` or `subject:write`, which includes reading; sorted, without duplicates. */
  rights: string[];
  /** Patterns of the IP addresses that may use the key; empty: any address. */
  allowedAddresses: string[];
  /** ISO 8601 UTC; null: the key never expires. */
  expiresAt: string | null;
}

/** `hint` is the end of the secret, by which people recognise the key. No event contains the secret itself. */
export type ApiKeyEvent =
  | Fact<'ApiKeyCreated', ApiKeyDetails & { ownerId: string; hint: string }>
  | Fact<'ApiKeyChanged', ApiKeyDetails>
  /** The key has a new secret; the previous secret works until `previousUntil`, ISO 8601 UTC. */
  | Fact<'ApiKeyRotated', { hint: string; previousUntil: string }>
  /** From now on the key acts on behalf of the user `ownerId`. */
  | Fact<'ApiKeyTakenOver', { ownerId: string }>
  | Fact<'ApiKeyRevoked', Record<string, never>>;

export const apiKeyFacts: SettingFacts<ApiKeyEvent, 'apiKey'> = {
  category: 'apiKey',
  isSetting: true,
  upcasters: {
    ApiKeyCreated: [],
    ApiKeyChanged: [],
    ApiKeyRotated: [],
    ApiKeyTakenOver: [],
    ApiKeyRevoked: [],
  },
};
