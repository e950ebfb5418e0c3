import type { Fact } from './event';
import type { SettingFacts } from './facts';

/** A key by which a program of the organisation uses the API. */
export interface ApiKeyDetails {
  name: string;
  /** `subject:read`, or `subject:write`, which covers reading; sorted, each once. */
  rights: string[];
  /** From where it may be used, as patterns of addresses; empty: from anywhere. */
  allowedAddresses: string[];
  /** ISO 8601 UTC; null: never. */
  expiresAt: string | null;
}

/** `hint` is the end of the secret, by which people recognise it. The secret itself is in no fact. */
export type ApiKeyEvent =
  | Fact<'ApiKeyCreated', ApiKeyDetails & { ownerId: string; hint: string }>
  | Fact<'ApiKeyChanged', ApiKeyDetails>
  /** It has another secret; the one before holds until then. */
  | Fact<'ApiKeyRotated', { hint: string; previousUntil: string }>
  /** It acts for somebody else from now on. */
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
