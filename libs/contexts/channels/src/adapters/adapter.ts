import type { ChannelManifest } from '@parley/contracts/channels/manifest';
import type {
  SubmittedTemplate,
  TemplateNews,
  TemplateRemoved,
  TemplatesListed,
  TemplateSubmitted,
} from '@parley/contracts/channels/templates';
import type {
  AliasKind,
  AssetFailure,
  ChannelQuality,
  ContactProfile,
  MessageAsset,
  MessageContent,
  MailboxSettings,
  MessageContext,
  RecipientOutcome,
  RefusedRecipient,
  StatusReason,
} from '@parley/contracts/events';
import type { MailThread } from './email/received-mail';

export type { MailThread };

/** An address or id that identifies a person on a channel. Phone numbers are in E.164 with a plus. */
export interface Alias {
  kind: AliasKind;
  value: string;
  /**
   * The range in which an `external` id is valid: a platform, as `telegram`, or one account there, as
   * `messenger/1122`.
   */
  scope?: string;
}

/** The contact of a webhook or message. `aliases` has at least one entry, the strongest first. */
export interface Person {
  aliases: Alias[];
  profile: ContactProfile;
}

/** The references of a message; `replyTo` is the provider's id of the message that it replies to. */
export interface InboundContext extends Omit<MessageContext, 'replyTo'> {
  replyTo?: string;
}

interface OnAccount {
  /**
   * The provider's own name of the account that received it, such as WhatsApp's phone number id. The value must equal
   * the channel's `providerAccountId`, or that of another channel of the same organisation: items with another value
   * are left out or parked. So an adapter whose channels have an account sets it in every item that a person wrote.
   * Null: the provider has no accounts, or a status names none and concerns a message of the channel that received
   * the webhook.
   */
  accountId: string | null;
}

interface OfMessage extends OnAccount {
  /**
   * The provider's id of this message, or of the message that this item changes or reports on; unique within the
   * channel.
   */
  externalId: string;
}

interface Written extends OfMessage {
  /** References of a mail to earlier mails. A contact has one conversation per thread. */
  thread?: MailThread;
  contact: Person;
  content: MessageContent;
  context: InboundContext;
  /** ISO 8601 UTC; the time of receipt if the provider's time is unreadable. */
  providerTime: string;
}

/** A change of an earlier message, made by the contact, or by the organisation in the provider's own app. */
interface Amendment extends OfMessage {
  contact: Person;
  by: 'contact' | 'user';
  /** ISO 8601 UTC. */
  at: string;
}

/**
 * A message that a contact wrote. Content that Parley cannot show has the type `unsupported`, so that the
 * conversation shows a placeholder.
 */
export type InboundMessage = {
  kind: 'message';
  /** Whether the channel marks the message as written by a program: no automatic reply is sent to it. */
  isAutomatic?: boolean;
} & Written;

/**
 * A message that the organisation wrote in the provider's own app, shown as outgoing. A provider may also echo
 * messages that Parley sent: the worker recognises them by their ids.
 */
export type InboundEcho = { kind: 'echo' } & Written;

export type InboundEdit = { kind: 'edit'; content: MessageContent } & Amendment;
export type InboundDeletion = { kind: 'deletion' } & Amendment;
/** `emoji` is null if the contact or user removed an earlier reaction. */
export type InboundReaction = { kind: 'reaction'; emoji: string | null } & Amendment;

export interface InboundStatus extends OfMessage {
  kind: 'status';
  status: 'sent' | 'delivered' | 'read' | 'declined';
  statusReason?: StatusReason;
  providerCode?: string;
  detail?: string;
  /** ISO 8601 UTC. */
  at: string;
  /** Our own id of the message, if the provider returns the id that we sent with the message. */
  opaque?: string;
}

/**
 * A mail server's report on one recipient of a message. The status of the message itself changes only once there is a
 * report for every recipient.
 */
export interface InboundReceipt extends OfMessage {
  kind: 'receipt';
  /** Null if the report names no recipient. */
  recipient: string | null;
  outcome: RecipientOutcome;
  reason: StatusReason;
  providerCode?: string;
  detail?: string;
  /** ISO 8601 UTC. */
  at: string;
  /** Our own id of the message, if the report contains it. */
  opaque?: string;
}

/** The contact received or read everything that was sent to them up to a time. */
export interface InboundWatermark extends OnAccount {
  kind: 'watermark';
  contact: Person;
  status: 'delivered' | 'read';
  /** ISO 8601 UTC. */
  until: string;
}

/** A person identified themselves without writing a message. */
export interface InboundIntroduction extends OnAccount {
  kind: 'introduction';
  contact: Person;
}

/** A person opted in to, or out of, campaign messages of the organisation, at the provider. */
export interface InboundConsent extends OnAccount {
  kind: 'consent';
  contact: Person;
  isGiven: boolean;
}

/** News about the account or its templates, under the provider's own names. */
export interface InboundNotice extends OnAccount {
  kind: 'template' | 'account';
  field: string;
  event?: string;
  /** The name of the template or of the account. */
  name?: string;
  /** A change of the template that Parley applies to its copy. */
  template?: InboundTemplate;
}

export interface InboundTemplate {
  /** The provider's own name of the business account that owns the template; null if the webhook names none. */
  businessAccountId: string | null;
  language: string;
  news: TemplateNews;
}

/** Content that Parley understands but does not use (`ignored`), or does not understand (`unsupported`). */
export interface InboundLeftOut extends OnAccount {
  kind: 'ignored' | 'unsupported';
  /** The provider's own name for this kind of content. */
  rawKind?: string;
  reason: string;
  externalId?: string;
}

export type Inbound =
  | InboundMessage
  | InboundEcho
  | InboundEdit
  | InboundDeletion
  | InboundReaction
  | InboundStatus
  | InboundReceipt
  | InboundWatermark
  | InboundIntroduction
  | InboundConsent
  | InboundNotice
  | InboundLeftOut;

/** The parts of a webhook that reach the worker. */
export interface Webhook {
  body: Buffer;
  /** Empty if the provider sent no content type. */
  contentType: string;
  /** The query string exactly as the provider wrote it, without the question mark. */
  query: string;
  /** Headers by lower-case name; only those that the manifest keeps (`feed.keptHeaders`). */
  headers: Readonly<Record<string, string>>;
}

/** A webhook as the ingress gets it, with all its headers. */
export interface IngressRequest extends Webhook {
  /** The exact address that the provider called, on the public host: signatures cover it. */
  url: string;
}

export interface IngressAnswer {
  contentType: string;
  body: string;
}

/** Account and credentials with which an adapter calls a channel's API. */
export interface Connection {
  /** Null: the provider's default address in the manifest. */
  apiBaseUrl: string | null;
  providerAccountId: string | null;
  businessAccountId: string | null;
  /**
   * Secrets by the names under which they are encrypted. When sending: only those in the manifest's
   * `api.secretNames`.
   */
  secrets: Readonly<Record<string, string>>;
  /** The channel's own account, if `providerAccountId` is another sender of the channel. */
  ownAccountId?: string | null;
  /** Settings of the mailbox; undefined for other channels than e-mail. */
  mailbox?: MailboxSettings;
  /**
   * Stores, encrypted, a new secret with which the provider replaced an old one. Undefined while the connection is
   * only tested, so that nothing is stored.
   */
  keep?: (name: string, secret: { from: string; to: string }) => Promise<void>;
}

export interface OutgoingMessage {
  /** Our id. Some providers return it with each status. */
  messageId: string;
  to: Alias[];
  content: MessageContent;
  /** The provider's id of the message that this message replies to. */
  replyTo?: string;
  /** The message that this message replies to, if known; `content` is null once it was erased. */
  answers?: { externalId: string; content: MessageContent | null };
  /** Whether Parley itself wrote the message, not an agent. */
  isAutomatic?: boolean;
  /** Suggested replies, shown as buttons if the provider has buttons that work like typing the text. */
  choices?: readonly string[];
  /** The channel's name as contacts see it. */
  senderName?: string;
  /** Reply address of the channel that routes replies to this conversation. */
  replyAddress?: string;
  /** When the message was written, ISO 8601 UTC. */
  queuedAt?: string;
  /** The channel's own address for webhooks, on the public host: some providers need it with each message. */
  webhookUrl: string;
  readAsset(asset: MessageAsset): Promise<Buffer>;
  /** Returns a public address of a file that is valid for some minutes: some providers download files themselves. */
  linkTo(asset: MessageAsset): Promise<string>;
}

export type SendResult =
  /**
   * `reports`: webhook bodies that a channel without a provider creates itself; the worker handles them as if posted.
   */
  | {
      outcome: 'sent';
      externalId: string;
      reports?: readonly Buffer[];
      /** The recipients that the provider refused, if others were accepted. */
      refused?: RefusedRecipient[];
    }
  /** `channelBroken`: the account or its token is at fault, so an administrator has to act. */
  | {
      outcome: 'declined';
      reason: StatusReason;
      providerCode?: string;
      detail?: string;
      channelBroken?: boolean;
    }
  /** The provider does not have the message and may be tried again. `reason` is recorded if all tries fail. */
  | {
      outcome: 'throttled';
      retryAfterMs?: number;
      reason: StatusReason;
      providerCode?: string;
      detail?: string;
    }
  /** The request may have reached the provider: sending it again could deliver it twice. */
  | { outcome: 'unknown'; detail: string };

/**
 * Whether a provider has a message: `later` if the provider is unreachable now, `untold` if it cannot list sent
 * messages.
 */
export type Found = 'sent' | 'absent' | 'later' | 'untold';

export type MediaResult =
  | { outcome: 'fetched'; body: Buffer; contentType: string; sha256: string }
  /** `retryable`: a later try may succeed. */
  | { outcome: 'failed'; reason: AssetFailure; retryable: boolean; detail: string };

/** The refusal of a provider to let Parley act for an account; `code` is one of Parley's own codes. */
export interface CheckRefused {
  outcome: 'refused';
  code:
    | 'provider_token_refused'
    | 'provider_secret_refused'
    | 'provider_business_unknown'
    | 'provider_account_unknown'
    | 'provider_refused'
    | 'provider_unavailable';
  /** The key of the faulty credential in the manifest. */
  field?: string;
  detail?: string;
}

export type CheckResult =
  /** `expiresAt`: when the token expires, ISO 8601 UTC; undefined if the provider does not return it. */
  | { outcome: 'holds'; name?: string; phone?: string; expiresAt?: string; quality?: ChannelQuality }
  | CheckRefused;

/** The sample of a header's file that is submitted for review with a template. */
export interface TemplateSample {
  contentType: string;
  fileName: string;
  /** In bytes. */
  size: number;
  read(): Promise<Buffer>;
  /** Returns a public address of the sample that is valid for some minutes. */
  link(): Promise<string>;
}

/**
 * Lists and changes the templates of an account. The role `api` calls these methods while a manager waits, so calls
 * are not retried.
 */
export interface TemplateApi {
  /** Returns all templates, whatever their status. */
  list(connection: Connection): Promise<TemplatesListed>;
  /** Submits a template for review: a new one, or an edit of the one with this id. */
  submit(
    template: SubmittedTemplate,
    connection: Connection,
    sample: TemplateSample | null,
  ): Promise<TemplateSubmitted>;
  /** Deletes a template. If the template no longer exists, the deletion counts as successful. */
  remove(
    template: { name: string; language: string; externalId: string },
    connection: Connection,
  ): Promise<TemplateRemoved>;
}

/**
 * The code that talks to one provider. Everything that is known about the provider without a call is in its manifest.
 */
export interface ProviderAdapter {
  manifest: ChannelManifest;

  /**
   * Reads every item of a webhook. Called by the worker for each message of the bus, and by `scripts/webhook` for
   * files. Pure, and never throws: unreadable input is returned as `unsupported` with the reason. Each item names the
   * account that received it, since one webhook may contain items for several accounts.
   * @param receivedAt ISO 8601 UTC
   */
  parse(webhook: Webhook, receivedAt: string): Inbound[];

  /**
   * Returns a key of the person that a webhook is about. All webhooks about a person yield the same key; webhooks
   * with the same key are handled in order. Called by the ingress before it publishes.
   * @param payload the body as `payloadOf` reads it: JSON, fields of a form, or bytes
   */
  partyOf(payload: unknown, webhook: Webhook): string | undefined;

  /**
   * Whether the provider signed a webhook. Called first by the ingress, if the manifest declares signed webhooks.
   * @param secret the secret that the manifest names (`feed.proof.secretName`)
   */
  verify?(request: IngressRequest, secret: string): boolean;

  /**
   * Validates a webhook that a signed-in colleague posts by hand. Called by the ingress if the manifest requires a
   * sign-in; providers never get this error.
   * @throws CodedError if the webhook is malformed
   */
  requireSound?(webhook: Webhook): void;

  /**
   * Answers the GET request with which the provider tests the address; null if the provider sent the wrong secret.
   * Called by the ingress if the manifest has a handshake.
   * @param secret the secret that the manifest names (`feed.handshake.secretName`)
   */
  handshake?(query: Readonly<Record<string, unknown>>, secret: string): IngressAnswer | null;

  /**
   * Checks with the provider that Parley may act for the account. Called before a channel is connected or its
   * credentials are replaced.
   * @param isTrial whether an administrator only tests the connection: a message may then be sent to the account
   * itself
   */
  check?(connection: Connection, isTrial?: boolean): Promise<CheckResult>;

  /**
   * Registers the address for webhooks with the provider. Called after `check`, whenever a channel is connected or
   * its secrets are replaced, if the manifest leaves registration to Parley (`feed.registeredBy`). Must be
   * idempotent.
   * @param address the channel's own, on the public host
   */
  register?(connection: Connection, address: string): Promise<CheckResult>;

  /** Whether an error code means that the account or its token is at fault. Used for the channel's health. */
  isChannelBroken?(providerCode: string): boolean;

  /** Undefined if the provider has no templates. */
  templates?: TemplateApi;

  /** Sends one message. Called by the worker, and again only if the outcome was `throttled`. */
  send(message: OutgoingMessage, connection: Connection): Promise<SendResult>;

  /**
   * Whether the provider has a message whose outcome is unknown. Called by the worker some time after sending, then
   * at growing intervals; an `absent` message is sent again.
   * @param message the message as it was sent
   */
  find?(message: OutgoingMessage, connection: Connection): Promise<Found>;

  /**
   * Stores a copy of a sent message where other programs of the account look for it, unless it is there already.
   * Called by the worker after it has recorded the outcome; a failure has no effect.
   */
  keepSent?(message: OutgoingMessage, connection: Connection): Promise<void>;

  /**
   * Returns the provider's profile of a person whom its webhooks name only by an id; empty if the provider does not
   * answer. Called by the worker when a person without a known name writes.
   */
  profileOf?(person: Person, connection: Connection): Promise<ContactProfile>;

  /**
   * Returns the avatar that the provider has of a person; null if there is none. Called by the worker from time to
   * time for people who write; a failure has no effect.
   * @param mostBytes maximum size of an image
   */
  pictureOf?(person: Person, connection: Connection, mostBytes: number): Promise<MediaResult | null>;

  /**
   * Confirms a message to the provider, if a caller waits for it. Called by the worker once it has recorded the
   * message, and again if the webhook is redelivered; a failure has no effect.
   */
  acknowledge?(message: InboundMessage, connection: Connection): Promise<void>;

  /** Downloads a file of a received message. Called by the worker soon after the message arrived. */
  fetchMedia(asset: MessageAsset, connection: Connection): Promise<MediaResult>;
}
