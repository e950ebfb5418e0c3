import type { Platform } from './platform';

/** A text of the screen in each language of the product. */
export type Words = Record<'en' | 'es' | 'nl', string>;

/** Offers by platform. Kept apart from the manifest, because the inbox loads them at its start for the composer. */
export type Offers = Partial<Record<Platform, PlatformOffer>>;

/**
 * All facts about a provider that Parley needs without calling it: plain data for the server, the connect dialog and
 * the composer. The
 * code that calls the provider is its adapter, in `libs/contexts/channels`.
 */
export interface ChannelManifest {
  /** Name in the connect dialog. */
  name: Words;
  /** The provider's platforms, at least one. If there are several, the connect dialog offers a choice. */
  platforms: Offers;
  /** Kinds of messages and reports that the provider delivers. */
  receives: readonly Receivable[];
  /**
   * Fields that an administrator fills in to connect an account, in the order of the dialog. Empty: only the
   * channel's name is needed.
   */
  credentials: readonly CredentialField[];
  /**
   * True: an account can have several senders that share its secrets, and a channel can use more than one of them.
   */
  hasSeveralSenders?: boolean;
  /** Whether the provider has a request that checks the credentials; the adapter then has `check`. */
  isCheckable: boolean;
  feed: Feed;
  api: ProviderApi;
}

/** Features and limits of a provider on one platform. */
export interface PlatformOffer {
  /** Kinds of messages that can be sent; the composer offers only these. */
  sends: readonly Sendable[];
  limits: SendLimits;
  /** Care window of a new channel: hours after a contact's last message in which free text is allowed; 0: always. */
  careWindowHours: number;
  /** The address that a contact must have before an agent can write to them first. */
  contactIdentity: 'phone' | 'email' | 'none';
}

export type Sendable =
  'text' | 'image' | 'video' | 'audio' | 'document' | 'location' | 'template' | 'reply-to' | 'typing';

export type Receivable =
  | 'text'
  | 'image'
  | 'video'
  | 'audio'
  | 'document'
  | 'sticker'
  | 'location'
  | 'contacts'
  | 'reply-to'
  | 'reaction'
  | 'edit'
  | 'deletion'
  | 'echo'
  | 'delivered'
  | 'read'
  | 'typing';

export interface SendLimits {
  text: TextLimit;
  /** The first entry with a matching prefix in `types` applies; the last entry has the empty prefix. */
  files: readonly FileLimit[];
  /** Limit of a file's caption; absent if unknown. */
  caption?: TextLimit;
}

export interface TextLimit {
  most: number;
  /** `utf-16`: units of JavaScript's strings. `sms`: septets or 16-bit units, see `smsText`. */
  unit: 'utf-16' | 'utf-8' | 'sms';
  /** Document that states the limit. */
  source: string;
}

export interface FileLimit {
  /** Prefixes of MIME types: `video/`. */
  types: readonly string[];
  mostBytes: number;
  /** Document that states the limit. */
  source: string;
}

/** A field of the connect dialog. */
export interface CredentialField {
  /** The field's name in requests: `credentials.<key>`. */
  key: string;
  label: Words;
  /** Help text: the place where an administrator finds the value. */
  help: Words;
  format: CredentialFormat;
  mostLength: number;
  /**
   * `account`: the provider's id of the account, which only one channel can have at a time (`providerAccountId`).
   * `business`: the id of the
   * account's parent at the provider (`businessAccountId`). `secret`: encrypted under `secretName`, and never shown
   * again.
   */
  keptAs: 'account' | 'business' | 'secret';
  isOptional?: boolean;
  /** Platforms that need the field; absent: all. */
  platforms?: readonly Platform[];
  /** With `keptAs: 'account'`: prefix of the stored id, for numbers that are separate accounts on each platform. */
  prefix?: string;
  /** With `keptAs: 'secret'`. Must never change, because events contain it. */
  secretName?: string;
  /**
   * True: Parley chooses the value and the administrator enters it at the provider, so the dialog suggests and shows
   * it.
   */
  isOurs?: boolean;
}

/**
 * `digits`: an id of digits. `token`: printable characters without spaces. `email`: an address. `server`: host and
 * port, such as
 * `imap.example.com:993`. `key`: a private key as PEM, or only the part between its first and last line.
 */
export type CredentialFormat = 'digits' | 'token' | 'email' | 'server' | 'key';

/** How messages from the provider reach Parley. */
export type Feed =
  | WebhookFeed
  /** The worker polls the provider. */
  | { by: 'poll' }
  /** The other side keeps a socket open. */
  | { by: 'socket' };

/** The provider posts to `/ingress/<provider>/<channel id>`. */
export interface WebhookFeed {
  by: 'webhook';
  /**
   * The party that registers the webhook's URL at the provider. `administrator`: the channel's page shows the URL.
   * `parley`: the adapter has `register`, and values with `isOurs` are not shown. `nobody`: the channel has no provider.
   */
  registeredBy: 'administrator' | 'parley' | 'nobody';
  /** Kinds of bodies that the provider posts; other bodies are refused. */
  bodies: readonly ('json' | 'form' | 'bytes')[];
  /** True: webhooks also arrive as GET requests with all data in the query. */
  isGetToo?: boolean;
  proof: SignatureProof | SignInProof;
  /** True: bodies may be compressed. Only if the signature does not cover the bytes of the body. */
  mayBeCompressed?: boolean;
  /**
   * The provider tests the URL with a GET request; `secretName` is the secret for the response. The adapter then has
   * `handshake`.
   */
  handshake?: { secretName: string };
  /** Names, in lower case, of the headers that the adapter parses; the worker gets no others. */
  keptHeaders?: readonly string[];
  /** Response to an accepted webhook; absent: 200 without a body. */
  answer?: { contentType: string; body: string };
}

/** The provider signs each webhook; the adapter has `verify`. */
export interface SignatureProof {
  by: 'signature';
  /** Algorithm and signed data, for example `HMAC-SHA256 of the body, hexadecimal`. */
  scheme: string;
  /** The header with the signature, in lower case. */
  header: string;
  /** The encrypted secret with which the signature is verified. */
  secretName: string;
}

/** For channels without a provider: a signed-in user with the right `ability` posts the webhook. */
export interface SignInProof {
  by: 'sign-in';
  ability: `${string}:${string}`;
}

/** Hosts that the server may call for the provider's channels; it calls no others. */
export interface ProviderApi {
  /** Base URL of the provider's API; null if there is none. */
  url: string | null;
  /** Other hosts of files; a leading dot includes every host below it. */
  mediaHosts: readonly string[];
  /** Names of the encrypted secrets that are needed to send messages and download files. */
  secretNames: readonly string[];
}
