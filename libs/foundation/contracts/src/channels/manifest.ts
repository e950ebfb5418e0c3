import type { Platform } from './platform';

/** A text of the screen in every language of the product. */
export type Words = Record<'en' | 'es' | 'nl', string>;

/** By platform. The composer reads these alone: they are in what the inbox loads first. */
export type Offers = Partial<Record<Platform, PlatformOffer>>;

/**
 * All that the product has to know of a provider without calling it: plain data, which the server, the connect dialog
 * and the composer read alike. Code that talks to the provider is its adapter, in `libs/contexts/channels`.
 */
export interface ChannelManifest {
  /** What the connect dialog calls it. */
  name: Words;
  /** The platforms that it carries; at least one. Where there are several, the connect dialog asks which. */
  platforms: Offers;
  /** What the provider tells us of. */
  receives: readonly Receivable[];
  /** What an administrator enters to connect an account, in the order of the dialog. None: only a name is asked for. */
  credentials: readonly CredentialField[];
  /** One account has several senders, which share its secrets: a channel can be given more of them. */
  hasSeveralSenders?: boolean;
  /** Whether the provider can be asked if the account holds. Then the adapter has `check`. */
  isCheckable: boolean;
  feed: Feed;
  api: ProviderApi;
}

/** What a provider makes possible on one platform. */
export interface PlatformOffer {
  /** What we can send. The composer offers nothing else. */
  sends: readonly Sendable[];
  limits: SendLimits;
  /** Hours after a contact's last message in which a new channel lets agents write freely; 0 is always. */
  careWindowHours: number;
  /** What a contact must have before anybody can write to them first. */
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
  /** The first whose `types` has the beginning of a file's type holds; the last one has the empty type. */
  files: readonly FileLimit[];
  /** Of a text that goes with a file; left out where none is known. */
  caption?: TextLimit;
}

export interface TextLimit {
  most: number;
  /** `utf-16`: units of JavaScript's strings. `sms`: parts of septets or 16-bit units, see `smsText`. */
  unit: 'utf-16' | 'utf-8' | 'sms';
  /** Where the number comes from. */
  source: string;
}

export interface FileLimit {
  /** Beginnings of media types: `video/`. */
  types: readonly string[];
  mostBytes: number;
  /** Where the number comes from. */
  source: string;
}

/** One field of the connect dialog. */
export interface CredentialField {
  /** Its name in requests: `credentials.<key>`. */
  key: string;
  label: Words;
  /** Where to find it. */
  help: Words;
  format: CredentialFormat;
  mostLength: number;
  /**
   * `account`: the provider's own name of the account, one channel's at a time (`providerAccountId`). `business`: what
   * the account belongs to there (`businessAccountId`). `secret`: sealed under `secretName`, and never shown again.
   */
  keptAs: 'account' | 'business' | 'secret';
  /** It may be left empty. */
  isOptional?: boolean;
  /** The platforms that it is asked for on; on all of them, if left out. */
  platforms?: readonly Platform[];
  /** With `keptAs: 'account'`: kept in front of it, where one number is an account of its own on each platform. */
  prefix?: string;
  /** With `keptAs: 'secret'`. Facts name it, so it never changes. */
  secretName?: string;
  /** A word that we choose and the administrator enters at the provider: the dialog suggests one and shows it. */
  isOurs?: boolean;
}

/**
 * `digits`: an id of digits. `token`: printable characters without blanks. `email`: an address. `server`: a host and a port,
 * as `imap.example.com:993`. `key`: a private key, as PEM or what stands between its first and last line.
 */
export type CredentialFormat = 'digits' | 'token' | 'email' | 'server' | 'key';

/** How what contacts write comes to us. */
export type Feed =
  | WebhookFeed
  /** We ask the provider again and again. */
  | { by: 'poll' }
  /** Over a socket that the other side keeps open. */
  | { by: 'socket' };

/** The provider posts to `/ingress/<provider>/<channel id>`. */
export interface WebhookFeed {
  by: 'webhook';
  /**
   * Who tells the provider the address. `administrator`: the channel's page shows it. `parley`: the adapter has
   * `register`, and words that we choose are not shown. `nobody`: there is nobody to tell.
   */
  registeredBy: 'administrator' | 'parley' | 'nobody';
  /** Kinds of bodies that it posts. A body of another kind is refused. */
  bodies: readonly ('json' | 'form' | 'bytes')[];
  /** Whether webhooks come as GET too, with all they say in the query. */
  isGetToo?: boolean;
  proof: SignatureProof | SignInProof;
  /** Bodies may come compressed. Only where the signature is not made over the bytes of the body. */
  mayBeCompressed?: boolean;
  /** The sealed secret with which a GET that tests the address is answered. Then the adapter has `handshake`. */
  handshake?: { secretName: string };
  /** Names of headers, in lower case, that the adapter reads when it parses: no other reaches the worker. */
  keptHeaders?: readonly string[];
  /** What a webhook that was taken is answered with. Left out: nothing, with 200. */
  answer?: { contentType: string; body: string };
}

/** The provider signs each webhook: the adapter has `verify`. */
export interface SignatureProof {
  by: 'signature';
  /** What is computed over what: `HMAC-SHA256 of the body, hexadecimal`. */
  scheme: string;
  /** The header with the signature, in lower case. */
  header: string;
  /** The sealed secret that it is checked with. */
  secretName: string;
}

/** No provider stands behind it: a colleague who is signed in and has the ability posts it. */
export interface SignInProof {
  by: 'sign-in';
  ability: `${string}:${string}`;
}

/** Where the provider is called. Nothing else is ever called on behalf of its channels. */
export interface ProviderApi {
  /** The address of its API; null where there is none to call. */
  url: string | null;
  /** Hosts that files may lie on besides; with a dot in front, every host below it. */
  mediaHosts: readonly string[];
  /** Names of the sealed secrets that sending and fetching files need. */
  secretNames: readonly string[];
}
