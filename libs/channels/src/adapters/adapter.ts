import type {
  AliasKind,
  AssetFailure,
  ContactProfile,
  MessageAsset,
  MessageContent,
  MessageContext,
  Provider,
  StatusReason,
} from '@parley/contracts/events';
import type { IncomingHttpHeaders } from 'node:http';

/** A way to know a person on a channel. Phones are E.164 with a plus. */
export interface Alias {
  kind: AliasKind;
  value: string;
}

/** The person on the other side. `aliases` has at least one, the strongest first. */
export interface Person {
  aliases: Alias[];
  profile: ContactProfile;
}

/** What a message refers to; `replyTo` is the provider's id of the message it answers. */
export interface InboundContext extends Omit<MessageContext, 'replyTo'> {
  replyTo?: string;
}

interface OnAccount {
  /** The provider's own name of the account it came to (WhatsApp's phone number id); null where it says none. */
  accountId: string | null;
}

interface OfMessage extends OnAccount {
  /** The provider's id of the message that this is or is about: unique within the channel. */
  externalId: string;
}

interface Written extends OfMessage {
  contact: Person;
  content: MessageContent;
  context: InboundContext;
  /** ISO 8601 UTC; the time of receipt where the provider's cannot be read. */
  providerTime: string;
}

/** What is said of an earlier message: by the contact, or by the organisation on the provider's own app. */
interface Amendment extends OfMessage {
  contact: Person;
  by: 'contact' | 'user';
  /** ISO 8601 UTC. */
  at: string;
}

/** A contact wrote. What we cannot show has content of type `unsupported`, so that the thread says so. */
export type InboundMessage = {
  kind: 'message';
  /** A machine wrote it, as far as the channel tells: nobody is answered by a machine of ours for it. */
  isAutomatic?: boolean;
} & Written;

/** The organisation wrote on the provider's own app: shown as outgoing. */
export type InboundEcho = { kind: 'echo' } & Written;

export type InboundEdit = { kind: 'edit'; content: MessageContent } & Amendment;
export type InboundDeletion = { kind: 'deletion' } & Amendment;
/** `emoji` is null where an earlier reaction was taken back. */
export type InboundReaction = { kind: 'reaction'; emoji: string | null } & Amendment;

export interface InboundStatus extends OfMessage {
  kind: 'status';
  status: 'sent' | 'delivered' | 'read' | 'declined';
  /** Why it was declined. */
  statusReason?: StatusReason;
  providerCode?: string;
  detail?: string;
  /** ISO 8601 UTC. */
  at: string;
  /** Our own id of the message, where the provider hands back what we gave it. */
  opaque?: string;
}

/** What a provider says about its account or its templates, by the provider's names. */
export interface InboundNotice extends OnAccount {
  kind: 'template' | 'account';
  field: string;
  event?: string;
  /** The template's name or the account's. */
  name?: string;
}

/** Understood and of no consequence to us (`ignored`), or not understood (`unsupported`). */
export interface InboundLeftOut extends OnAccount {
  kind: 'ignored' | 'unsupported';
  /** The kind as the provider names it. */
  rawKind?: string;
  reason: string;
  externalId?: string;
}

/** One thing found in a webhook. */
export type Inbound =
  | InboundMessage
  | InboundEcho
  | InboundEdit
  | InboundDeletion
  | InboundReaction
  | InboundStatus
  | InboundNotice
  | InboundLeftOut;

/** What a channel's API is reached with. */
export interface Connection {
  /** Null: the provider's own address. */
  apiBaseUrl: string | null;
  providerAccountId: string | null;
  accessToken: string | null;
}

export interface OutgoingMessage {
  /** Our id. Providers that can hand it back with each status. */
  messageId: string;
  to: Alias[];
  content: MessageContent;
  /** The provider's id of the message that this one answers. */
  replyTo?: string;
  /** Reads a file of the content from storage. */
  readAsset(asset: MessageAsset): Promise<Buffer>;
}

export type SendResult =
  | { outcome: 'sent'; externalId: string }
  /** `channelBroken`: the account or its token is at fault, so an administrator has to act. */
  | {
      outcome: 'declined';
      reason: StatusReason;
      providerCode?: string;
      detail?: string;
      channelBroken?: boolean;
    }
  /** The provider does not have it and may be asked again. `reason` is what to record when we give up. */
  | {
      outcome: 'throttled';
      retryAfterMs?: number;
      reason: StatusReason;
      providerCode?: string;
      detail?: string;
    }
  /** The request may have reached the provider: sending it again could send it twice. */
  | { outcome: 'unknown'; detail: string };

export type MediaResult =
  | { outcome: 'fetched'; body: Buffer; contentType: string; sha256: string }
  /** `retryable`: the provider may have it another time. */
  | { outcome: 'failed'; reason: AssetFailure; retryable: boolean; detail: string };

/** What an account is checked with beside what its API is reached with. */
export interface CheckedAccount {
  businessAccountId: string | null;
  appSecret: string;
}

/** Why a provider does not let us act for an account: a code of ours, and which of what we gave it is at fault. */
export interface CheckRefused {
  outcome: 'refused';
  code:
    | 'provider_token_refused'
    | 'provider_secret_refused'
    | 'provider_business_unknown'
    | 'provider_account_unknown'
    | 'provider_refused'
    | 'provider_unavailable';
  detail?: string;
}

export type CheckResult =
  /** `expiresAt`: until when the token holds, where the provider says so; ISO 8601 UTC. */
  { outcome: 'holds'; name?: string; phone?: string; expiresAt?: string } | CheckRefused;

/** What we know of one messaging provider. */
export interface ProviderAdapter {
  provider: Provider;

  /**
   * Reads a webhook's body. Pure, and never throws: what cannot be read is `unsupported` with the reason.
   * @param receivedAt ISO 8601 UTC
   */
  parse(body: Buffer, receivedAt: string): Inbound[];

  /** Whom a webhook is about, in any spelling that all webhooks about them share: theirs are taken in order. */
  partyOf(webhook: unknown): string | undefined;

  /** Whether these bytes were signed with the channel's secret. Absent: the provider signs nothing. */
  verify?(body: Buffer, headers: IncomingHttpHeaders, secret: string): boolean;

  /** Asks the provider whether we may act for the account. Absent: there is nobody to ask. */
  check?(connection: Connection, account: CheckedAccount): Promise<CheckResult>;

  /** Whether an error says that the account or its token is at fault. */
  isChannelBroken?(providerCode: string): boolean;

  send(message: OutgoingMessage, connection: Connection): Promise<SendResult>;

  /** Fetches a file of a received message. */
  fetchMedia(asset: MessageAsset, connection: Connection): Promise<MediaResult>;
}
