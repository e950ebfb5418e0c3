import type { TemplateComponent } from './template-content';

/** A file of a message. `assetId` is ours; `mediaId` is the provider's, until the worker has fetched the file. */
export interface MessageAsset {
  assetId: string;
  mediaId?: string;
  contentType: string;
  fileName?: string;
  /** As the provider names it: hexadecimal or base64. */
  sha256?: string;
  /** Bytes. */
  size?: number;
  /** Where storage holds it; absent until it is stored. */
  path?: string;
  category: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker';
  /** Which part of an e-mail it is; left out: an attachment, or a file of a message of another kind. */
  part?: EmailPart;
  /** What the HTML of an e-mail names it by, without the angle brackets: `cid:<contentId>`. */
  contentId?: string;
}

/**
 * `html`: its HTML as it came, which nobody may be shown before it is sanitised. `raw`: the whole of it, as it came over the
 * wire. `inline`: a picture that stands in the HTML.
 */
export const emailParts = ['html', 'raw', 'inline'] as const;
export type EmailPart = (typeof emailParts)[number];

/** Somebody in the headers of an e-mail. */
export interface EmailAddress {
  address: string;
  name?: string;
}

/** A calendar invitation that came with an e-mail. Times are ISO 8601: with an offset, or a date alone for a whole day. */
export interface EmailEvent {
  /** `REQUEST`, `CANCEL`, `REPLY` and the like. */
  method: string;
  title: string;
  start: string;
  end?: string;
  /** As the invitation names it, where it says one. */
  timeZone?: string;
  place?: string;
  organiser?: string;
}

/** An e-mail. Its HTML, if it has any, and the whole of it are among its files. */
export interface EmailContent {
  type: 'email';
  subject: string;
  /** Null: of ours, it goes from the address of its channel. */
  from: EmailAddress | null;
  to: EmailAddress[];
  cc: EmailAddress[];
  /** Of what we send alone, or where a server wrote it into what came. */
  bcc: EmailAddress[];
  /** Whom its writer wants answers to go to, where that is somebody else. */
  replyTo?: EmailAddress[];
  /** Plain text: its own, or made of its HTML; with what it quotes. */
  text: string;
  /** There is more of the text than is kept here: the whole is in its files. */
  isCut?: boolean;
  /** It exceeded the limits of reading: the text is the beginning of its source, and its parts are in its raw file alone. */
  isSimplified?: boolean;
  /** It could not be read: why, by a code of ours. The whole of it may be in its files. */
  refused?: string;
  /** Ids of the messages that it follows on from, the oldest first. */
  references?: string[];
  event?: EmailEvent;
  /** The domain of a sender whom the receiving server could not prove to be of there. */
  unproved?: string;
  /** ISO 8601: the Date header of an e-mail that is ordered by its receipt instead, since the two lie far apart. */
  dated?: string;
  /** Of ours, once it went out: those of its recipients whom a server did not take. Rows say it, and no fact of the message. */
  notReached?: RefusedRecipient[];
  /** Of ours: what servers reported of each recipient since. Rows say it, as well. */
  reported?: ReportedRecipient[];
  assets: MessageAsset[];
}

/** Somebody whom a message did not reach although it was sent to others. */
export interface RefusedRecipient {
  address: string;
  reason: StatusReason;
  /** What the provider said. */
  detail: string;
}

/** What a server says became of a message for one recipient: it has it, it cannot, or it keeps trying. */
export const recipientOutcomes = ['delayed', 'delivered', 'failed'] as const;
export type RecipientOutcome = (typeof recipientOutcomes)[number];

export interface ReportedRecipient {
  /** Empty: the server named none of them. */
  address: string;
  outcome: RecipientOutcome;
  reason: StatusReason;
  detail?: string;
}

export interface SharedContact {
  name: string;
  phones: string[];
  emails: string[];
}

/** What was said. Everything in it is personal. */
export type MessageContent =
  | { type: 'text'; text: string }
  | { type: 'asset'; assets: MessageAsset[]; caption?: string }
  | { type: 'location'; latitude: number; longitude: number; name?: string; address?: string; url?: string }
  | { type: 'contacts'; contacts: SharedContact[] }
  | {
      type: 'template';
      name: string;
      language: string;
      /** Values for the variables of the body, in order. */
      parameters: string[];
      /** The body with its variables filled in, for the thread. */
      text: string;
      /** What stands around the body, as the template has it. */
      header?: string;
      footer?: string;
      buttons?: string[];
      /** Of Parley's own template; absent where somebody named one by hand. */
      templateId?: string;
      /** What the provider calls it, where that is not its name. */
      externalId?: string;
      /** Every value that it was filled in with; `parameters` are those of the body. */
      components?: TemplateComponent[];
      /** The files that `components` name. */
      assets?: MessageAsset[];
    }
  | EmailContent
  /** Something the channel carries and we do not show: its kind as the provider names it, and why. */
  | { type: 'unsupported'; rawKind: string; reason: string };

/** The files of a message. */
export function assetsIn(content: MessageContent | null | undefined): MessageAsset[] {
  switch (content?.type) {
    case 'asset':
    case 'email':
    case 'template':
      return content.assets ?? [];
    default:
      return [];
  }
}

/** What a message refers to. */
export interface MessageContext {
  replyTo?: { messageId: string };
  forwarded?: boolean;
  /** The parts of an album come as messages of their own: those that belong together have the same one, a provider's. */
  album?: string;
  /** It answers a story of the organisation, which its platform shows for a day. */
  story?: { url?: string };
  /** The advertisement that brought the contact here. */
  referral?: { url?: string; headline?: string; body?: string };
  /** We wrote it by ourselves, as an automatic reply. */
  isAutomatic?: boolean;
  /** What may be answered: as buttons, where the channel has any. A press says the same as writing it. */
  choices?: string[];
  /** What the program that sent it keeps beside it. */
  metadata?: { name: string; value: string }[];
}

/** The spec's message status reasons (section 8). */
export const statusReasons = [
  'message_invalid',
  'outside_window',
  'not_whatsapp_registered',
  'insufficient_credits',
  'too_long',
  'unreachable',
  'wrong_number',
  'delivery_failure',
  'blacklisted',
  'waiting',
] as const;

export type StatusReason = (typeof statusReasons)[number];
