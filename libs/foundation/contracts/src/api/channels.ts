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

/** GET /api/v3/channels, GET /api/v3/channels/{id}: what everybody who works with a channel may know of it. */
export interface ChannelResponse {
  id: string;
  /** What colleagues call it: its internal name, where it has one. */
  name: string;
  platform: Platform;
  provider: Provider;
  /** Hours; 0 is always open. */
  customerCareWindowLength: number;
  mandatoryAssign: boolean;
  readForAll: boolean;
  highPriority: boolean;
  /** How what is written there is signed, unless its writer has another wish. */
  automaticSignature: AutomaticSignature;
  /** Whether its conversations may be deleted. */
  mayDelete: boolean;
  /** Off: it brings nothing any more, and nothing can be sent. */
  isConnected: boolean;
  /** Its senders, its own account first. */
  identities: IdentitySummary[];
  /** Only for those who may change it (`channels:update`). */
  administration?: ChannelAdministration;
}

/** A sender of a channel. */
export interface IdentitySummary {
  /** The channel's, for its own account. */
  id: string;
  name: string;
  /** The provider's own name of it: a number, the id of a page; null where the provider has no accounts. */
  accountId: string | null;
}

/** GET /api/v3/identities, GET /api/v3/identities/{id}: from which numbers and pages the organisation writes. */
export interface IdentityResponse extends IdentitySummary {
  channelId: string;
  platform: Platform;
  provider: Provider;
}

/** Never a secret: of those only the last four characters are known to anybody. */
export interface ChannelAdministration extends Pick<
  ChannelSetUp,
  'providerAccountId' | 'businessAccountId' | 'teamIds' | 'userIds' | 'secrets' | 'expiresAt'
> {
  settings: ChannelSettings;
  /** Where the provider posts its webhooks, as a path on the product's own address. */
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
    /** The provider's own code, where it named one. */
    providerCode: string | null;
    detail: string | null;
    /** The account or its token is at fault: nothing gets through until somebody mends it. */
    isBroken: boolean;
  } | null;
  /** Since when nothing gets out, because the account or its token is at fault; null while it does. */
  brokenSince: string | null;
  /** Since when its mailbox is not being read, and why; null: it is, or it has none. */
  stopped: (ReadingStopped & { since: string }) | null;
  failuresLastHour: number;
  /** What the provider makes of what the account sends, where it says so. */
  quality: ChannelQuality | null;
}

/** POST /api/v3/channels: the new channel, and the position at which it can be read. */
export interface ChannelConnectedResponse {
  id: string;
  position: string;
}

/** POST /api/v3/channels/check: what would keep an account from being connected. */
export interface ConnectionCheckResponse {
  /** What the provider calls it; null where there is nobody to ask, or it does not hold. */
  account: ProviderAccount | null;
  /** As far as it was looked at: of an account that does not hold nothing else is. */
  lines: ConnectionCheckLine[];
}

/**
 * `account`: the provider lets us act for it; `detail` is then until when, ISO 8601 UTC, where it says so. `free`: nobody
 * has it connected. `room`: the organisation may have one more.
 */
export interface ConnectionCheckLine {
  what: 'account' | 'free' | 'room';
  /** One of the codes that connecting is refused with; null where nothing is in the way. */
  code: string | null;
  /** The key of the credential that is at fault. */
  field: string | null;
  detail: string | null;
}

/** GET /api/v3/channels/embedded-signup: the pages at which organisations sign up for WhatsApp; null where none is set up. */
export interface EmbeddedSignupResponse {
  whatsapp: {
    appId: string;
    configId: string;
    graphVersion: string;
    /** The script that opens the page. */
    sdkUrl: string;
    /** Where its words come from. */
    pageOrigin: string;
    /** The organisation has as many channels as it may. */
    isFull: boolean;
  } | null;
  bird: { url: string; isFull: boolean } | null;
}

/** POST /api/gateway/v2/channels/migrate-messagebird-channels: every classic channel that was connected. */
export interface MigrationResponse {
  data: MigrationResult[];
}

export interface MigrationResult {
  channelId: string;
  name: string;
  /** The channel of Bird's that answers from now on; null: it was left as it is. */
  movedTo: string | null;
  /** Why it was left: `migration_number_unknown`, `migration_bird_channel_missing`, or what a channel refuses with. */
  code: string | null;
}

/** POST /api/v3/channels/{id}/test: what the provider says of the channel now. */
export type ChannelTestResponse =
  | { ok: true; account: ProviderAccount | null }
  /** One of the codes that connecting is refused with. */
  | { ok: false; code: string; detail: string | null };

/** What a provider calls an account. */
export interface ProviderAccount {
  name: string | null;
  phone: string | null;
}
