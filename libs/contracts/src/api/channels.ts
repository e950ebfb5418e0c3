import type {
  AutomaticSignature,
  ChannelSetUp,
  ChannelSettings,
  Platform,
  Provider,
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
  /** Only for those who may change it (`channels:update`). */
  administration?: ChannelAdministration;
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
}

/** POST /api/v3/channels: the new channel, and the position at which it can be read. */
export interface ChannelConnectedResponse {
  id: string;
  position: string;
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
