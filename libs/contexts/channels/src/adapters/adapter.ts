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

/** A way to know a person on a channel. Phones are E.164 with a plus. */
export interface Alias {
  kind: AliasKind;
  value: string;
  /** Where an `external` id means something: a platform, as `telegram`, or one account there, as `messenger/1122`. */
  scope?: string;
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
  /**
   * The provider's own name of the account it came to: WhatsApp's phone number id. It must be what the channel holds as
   * `providerAccountId`, or another channel's of the same organisation: anything else is left out or parked. So an adapter
   * whose channels have an account names it in everything that writes; null is for providers without accounts, and for
   * a status that does not say: it is about a message of the channel that it was posted to.
   */
  accountId: string | null;
}

interface OfMessage extends OnAccount {
  /** The provider's id of the message that this is or is about: unique within the channel. */
  externalId: string;
}

interface Written extends OfMessage {
  /** Of a mail: what it says of the mails before it. A contact has as many conversations as there are threads. */
  thread?: MailThread;
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

/**
 * The organisation wrote on the provider's own app: shown as outgoing. A provider may tell what we sent in the same way:
 * the worker knows it by its id.
 */
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

/** What a server says became of a message for one recipient: the message itself has another status only with all of them. */
export interface InboundReceipt extends OfMessage {
  kind: 'receipt';
  /** Null: it names none. */
  recipient: string | null;
  outcome: RecipientOutcome;
  reason: StatusReason;
  providerCode?: string;
  detail?: string;
  /** ISO 8601 UTC. */
  at: string;
  /** Our own id of the message, where the report has it. */
  opaque?: string;
}

/** The contact got, or read, all that was sent to them up to a moment. */
export interface InboundWatermark extends OnAccount {
  kind: 'watermark';
  contact: Person;
  status: 'delivered' | 'read';
  /** ISO 8601 UTC. */
  until: string;
}

/** Somebody said who they are, and wrote nothing. */
export interface InboundIntroduction extends OnAccount {
  kind: 'introduction';
  contact: Person;
}

/** Somebody told the provider whether they want campaign messages of the organisation. */
export interface InboundConsent extends OnAccount {
  kind: 'consent';
  contact: Person;
  isGiven: boolean;
}

/** What a provider says about its account or its templates, by the provider's names. */
export interface InboundNotice extends OnAccount {
  kind: 'template' | 'account';
  field: string;
  event?: string;
  /** The template's name or the account's. */
  name?: string;
  /** What it says of a template that we act on. */
  template?: InboundTemplate;
}

export interface InboundTemplate {
  /** The provider's own name of the business account that has the template; null where it names none. */
  businessAccountId: string | null;
  language: string;
  news: TemplateNews;
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
  | InboundReceipt
  | InboundWatermark
  | InboundIntroduction
  | InboundConsent
  | InboundNotice
  | InboundLeftOut;

/** What of a webhook reaches the worker. */
export interface Webhook {
  body: Buffer;
  /** Empty where the provider named none. */
  contentType: string;
  /** As the provider wrote it, without the question mark. */
  query: string;
  /** By names in lower case: those that the manifest keeps (`feed.keptHeaders`). */
  headers: Readonly<Record<string, string>>;
}

/** A webhook as the ingress gets it, with all its headers. */
export interface IngressRequest extends Webhook {
  /** The address that the provider called, to the letter, on the public host: signatures are made over it. */
  url: string;
}

/** What to answer the provider with. */
export interface IngressAnswer {
  contentType: string;
  body: string;
}

/** What a channel's API is reached with. */
export interface Connection {
  /** Null: the provider's own address, as the manifest names it. */
  apiBaseUrl: string | null;
  providerAccountId: string | null;
  businessAccountId: string | null;
  /** By the names under which they are sealed. Sending has those that the manifest names (`api.secretNames`). */
  secrets: Readonly<Record<string, string>>;
  /** The channel's own account, where `providerAccountId` is another sender of it. */
  ownAccountId?: string | null;
  /** Of a mailbox. */
  mailbox?: MailboxSettings;
  /** Keeps, sealed, what the provider gave in the place of a secret. Left out: nothing is kept, as where it is only tried. */
  keep?: (name: string, secret: { from: string; to: string }) => Promise<void>;
}

export interface OutgoingMessage {
  /** Our id. Providers that can hand it back with each status. */
  messageId: string;
  to: Alias[];
  content: MessageContent;
  /** The provider's id of the message that this one answers. */
  replyTo?: string;
  /** What it answers, where that is known; null once it was erased. */
  answers?: { externalId: string; content: MessageContent | null };
  /** The product wrote it by itself. */
  isAutomatic?: boolean;
  /** What may be answered: as buttons, where the provider has any that say the same as writing it. */
  choices?: readonly string[];
  /** What contacts know the channel by. */
  senderName?: string;
  /** An address of the channel by which answers find this conversation. */
  replyAddress?: string;
  /** When it was written, ISO 8601 UTC. */
  queuedAt?: string;
  /** The channel's own address for webhooks, on the public host: some providers are told with each message. */
  webhookUrl: string;
  /** Reads a file of the content from storage. */
  readAsset(asset: MessageAsset): Promise<Buffer>;
  /** A public address that opens a file of the content for some minutes: some providers fetch it by themselves. */
  linkTo(asset: MessageAsset): Promise<string>;
}

export type SendResult =
  /** `reports`: bodies of webhooks with what a channel without a provider has to say of it, taken as if posted. */
  | {
      outcome: 'sent';
      externalId: string;
      reports?: readonly Buffer[];
      /** Of several recipients, those whom the provider did not take. */
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

/**
 * Whether a provider has a message: `later` where it cannot be asked now, `untold` where it says nothing of what was sent.
 */
export type Found = 'sent' | 'absent' | 'later' | 'untold';

export type MediaResult =
  | { outcome: 'fetched'; body: Buffer; contentType: string; sha256: string }
  /** `retryable`: the provider may have it another time. */
  | { outcome: 'failed'; reason: AssetFailure; retryable: boolean; detail: string };

/** Why a provider does not let us act for an account, by a code of ours. */
export interface CheckRefused {
  outcome: 'refused';
  code:
    | 'provider_token_refused'
    | 'provider_secret_refused'
    | 'provider_business_unknown'
    | 'provider_account_unknown'
    | 'provider_refused'
    | 'provider_unavailable';
  /** The key of the credential that is at fault, as the manifest names it. */
  field?: string;
  detail?: string;
}

export type CheckResult =
  /** `expiresAt`: until when the token holds, where the provider says so; ISO 8601 UTC. */
  | { outcome: 'holds'; name?: string; phone?: string; expiresAt?: string; quality?: ChannelQuality }
  | CheckRefused;

/** The sample of a header's file that goes with a template to its review. */
export interface TemplateSample {
  contentType: string;
  fileName: string;
  /** Bytes. */
  size: number;
  read(): Promise<Buffer>;
  /** A public address that opens it for some minutes. */
  link(): Promise<string>;
}

/** Templates of an account. Asked by the role api for a manager who waits, so that nothing is tried again. */
export interface TemplateApi {
  /** All of them, whatever their status. */
  list(connection: Connection): Promise<TemplatesListed>;
  /** Asks for a review: of a new one, or of an edit of the one with this id. */
  submit(
    template: SubmittedTemplate,
    connection: Connection,
    sample: TemplateSample | null,
  ): Promise<TemplateSubmitted>;
  /** One that is not there any more is removed. */
  remove(
    template: { name: string; language: string; externalId: string },
    connection: Connection,
  ): Promise<TemplateRemoved>;
}

/** The code that talks to one provider. All that can be said without calling it stands in its manifest. */
export interface ProviderAdapter {
  manifest: ChannelManifest;

  /**
   * Finds everything in a webhook. The worker asks it for each message of the bus, and `scripts/webhook` for files. Pure,
   * and never throws: what cannot be read is `unsupported` with the reason. Each thing names the account that it came
   * to, since one webhook may bring things for several.
   * @param receivedAt ISO 8601 UTC
   */
  parse(webhook: Webhook, receivedAt: string): Inbound[];

  /**
   * Whom a webhook is about, in any spelling that all webhooks about them share: theirs are taken in order. The ingress
   * asks it before it publishes.
   * @param payload the body as `payloadOf` reads it: JSON, fields of a form, or bytes
   */
  partyOf(payload: unknown, webhook: Webhook): string | undefined;

  /**
   * Whether the provider signed a webhook. The ingress asks it first, where the manifest says that webhooks are signed.
   * @param secret the one that the manifest names (`feed.proof.secretName`)
   */
  verify?(request: IngressRequest, secret: string): boolean;

  /**
   * Tells a colleague who posts by hand what is wrong with it. The ingress asks it, where the manifest asks for a sign-in;
   * providers are never told.
   * @throws CodedError
   */
  requireSound?(webhook: Webhook): void;

  /**
   * Answers a GET with which the provider tests the address; null where it does not know the secret. The ingress asks
   * it, where the manifest has a handshake.
   * @param secret the one that the manifest names (`feed.handshake.secretName`)
   */
  handshake?(query: Readonly<Record<string, unknown>>, secret: string): IngressAnswer | null;

  /**
   * Asks the provider whether we may act for the account. Asked before anything is connected or replaced.
   * @param isTrial somebody wants to see that it works: a message may be sent to the account itself
   */
  check?(connection: Connection, isTrial?: boolean): Promise<CheckResult>;

  /**
   * Tells the provider where to post webhooks. Asked after `check`, whenever a channel is connected or its secrets are
   * replaced, where the manifest says that we do it (`feed.registeredBy`): telling it twice must change nothing.
   * @param address the channel's own, on the public host
   */
  register?(connection: Connection, address: string): Promise<CheckResult>;

  /** Whether an error says that the account or its token is at fault. Asked for the health of a channel. */
  isChannelBroken?(providerCode: string): boolean;

  /** What it does with templates, where the provider has any. */
  templates?: TemplateApi;

  /** Sends one message. The worker asks it, and again only for what was `throttled`. */
  send(message: OutgoingMessage, connection: Connection): Promise<SendResult>;

  /**
   * Asks whether the provider has a message of which nobody knows. The worker asks it some time after it was sent, and then
   * less and less often; what is `absent` is sent again.
   * @param message what it was sent as
   */
  find?(message: OutgoingMessage, connection: Connection): Promise<Found>;

  /**
   * Puts a copy of what was sent where other programs of the account look for it, unless it is there. The worker asks it
   * once the outcome is recorded: nothing depends on its answer.
   */
  keepSent?(message: OutgoingMessage, connection: Connection): Promise<void>;

  /**
   * What the provider tells of somebody whom its webhooks name by an id alone; nothing where it does not answer. The
   * worker asks it when somebody writes whose name is not known.
   */
  profileOf?(person: Person, connection: Connection): Promise<ContactProfile>;

  /**
   * The picture that the provider shows of somebody; null where it has none. The worker asks it now and then for who
   * writes: nothing depends on its answer.
   * @param mostBytes of a picture
   */
  pictureOf?(person: Person, connection: Connection, mostBytes: number): Promise<MediaResult | null>;

  /**
   * Tells the provider that a message was taken, where somebody waits to see that. The worker asks it once the message is
   * recorded, and again where it takes the webhook again: nothing depends on its answer.
   */
  acknowledge?(message: InboundMessage, connection: Connection): Promise<void>;

  /** Fetches a file of a received message. The worker asks it soon after the message came. */
  fetchMedia(asset: MessageAsset, connection: Connection): Promise<MediaResult>;
}
