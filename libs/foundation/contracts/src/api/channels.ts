import type {
  AutomaticSignature,
  ChannelQuality,
  ChannelSetUp,
  ChannelSettings,
  Platform,
  Provider,
  ReadingStopped,
  StatusReason,
} from '../events';

/** GET /api/v3/channels, GET /api/v3/channels/{id}: the fields of a channel that all its members may see. */
export interface ChannelResponse {
  id: string;
  /** The internal name if the channel has one, its name otherwise. */
  name: string;
  platform: Platform;
  provider: Provider;
  /** Hours; 0: always open. */
  customerCareWindowLength: number;
  mandatoryAssign: boolean;
  readForAll: boolean;
  highPriority: boolean;
  /** Signature of messages, unless the writer's own setting differs. */
  automaticSignature: AutomaticSignature;
  /** Whether users may delete the channel's conversations. */
  mayDelete: boolean;
  /** False: the channel neither receives nor sends messages. */
  isConnected: boolean;
  /** The channel's senders, its own account first. */
  identities: IdentitySummary[];
  /** Only for callers with the right `channels:update`. */
  administration?: ChannelAdministration;
}

/** A sender of a channel. */
export interface IdentitySummary {
  /** For the channel's own account, this is the id of the channel. */
  id: string;
  name: string;
  /** The provider's id: a number or the id of a page; null if the provider has no accounts. */
  accountId: string | null;
}

/** GET /api/v3/identities, GET /api/v3/identities/{id}: the numbers and pages from which the organisation sends. */
export interface IdentityResponse extends IdentitySummary {
  channelId: string;
  platform: Platform;
  provider: Provider;
}

/** Settings and state for administrators. Contains only the last four characters of each secret. */
export interface ChannelAdministration extends Pick<
  ChannelSetUp,
  'providerAccountId' | 'businessAccountId' | 'teamIds' | 'userIds' | 'secrets' | 'expiresAt'
> {
  settings: ChannelSettings;
  /** Path for the provider's webhooks, below Parley's public address. */
  webhookPath: string;
  health: ChannelHealth;
}

/** Times are ISO 8601 UTC. */
export interface ChannelHealth {
  lastInboundAt: string | null;
  lastOutboundAt: string | null;
  lastError: {
    at: string;
    reason: StatusReason;
    /** The provider's error code; null if it sent none. */
    providerCode: string | null;
    detail: string | null;
    /**
     * True: the account or its token causes the error, so no message gets through until an administrator repairs it.
     */
    isBroken: boolean;
  } | null;
  /** Since when no message gets out because of the account or its token; null if messages get out. */
  brokenSince: string | null;
  /** Since when and why the server cannot read the mailbox; null if it can, or if the channel has no mailbox. */
  stopped: (ReadingStopped & { since: string }) | null;
  failuresLastHour: number;
  /** The provider's rating of what the account sends; null if it sent none. */
  quality: ChannelQuality | null;
}

/** POST /api/v3/channels: the new channel's id, and the position from which views contain it. */
export interface ChannelConnectedResponse {
  id: string;
  position: string;
}

/** POST /api/v3/channels/check: tests whether an account can be connected. */
export interface ConnectionCheckResponse {
  /**
   * The provider's data of the account; null if the provider has no such request, or if the credentials are invalid.
   */
  account: ProviderAccount | null;
  /** Checks in order; if the account check fails, the others are not run. */
  lines: ConnectionCheckLine[];
}

/**
 * `account`: the provider accepts the credentials; `detail` is then their expiry, ISO 8601 UTC, if the provider
 * states it. `free`:
 * no channel uses the account yet. `room`: the organisation's limit allows another channel.
 */
export interface ConnectionCheckLine {
  what: 'account' | 'free' | 'room';
  /** The error code with which connecting would fail; null if the check passed. */
  code: string | null;
  /** Key of the credential that caused the error; null if there is none. */
  field: string | null;
  detail: string | null;
}

/** GET /api/v3/channels/embedded-signup: sign-up pages for WhatsApp; null if the installation has none. */
export interface EmbeddedSignupResponse {
  whatsapp: {
    appId: string;
    configId: string;
    graphVersion: string;
    /** URL of the script that opens the page. */
    sdkUrl: string;
    /** Origin of the page's messages to the window. */
    pageOrigin: string;
    /** True: the organisation has reached its limit of channels. */
    isFull: boolean;
  } | null;
  bird: { url: string; isFull: boolean } | null;
}

/** POST /api/gateway/v2/channels/migrate-messagebird-channels: one result for each connected classic channel. */
export interface MigrationResponse {
  data: MigrationResult[];
}

export interface MigrationResult {
  channelId: string;
  name: string;
  /** Id of the Bird channel that replaces the classic one; null: not migrated. */
  movedTo: string | null;
  /**
   * Why the channel was not migrated: `migration_number_unknown`, `migration_bird_channel_missing`, or an error code
   * of connecting; null
   * if it was migrated.
   */
  code: string | null;
}

/** POST /api/v3/channels/{id}/test: the provider's current response for the channel. */
export type ChannelTestResponse =
  | { ok: true; account: ProviderAccount | null }
  /** `code`: the error code with which connecting the channel would fail. */
  | { ok: false; code: string; detail: string | null };

/** An account's data at the provider; null if unknown. */
export interface ProviderAccount {
  name: string | null;
  phone: string | null;
}
