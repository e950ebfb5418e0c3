import type { TemplateComponent } from './template-content';

/**
 * A file of a message. `assetId` is Parley's id; `mediaId` is the provider's, needed until the worker has downloaded
 * the file.
 */
export interface MessageAsset {
  assetId: string;
  mediaId?: string;
  contentType: string;
  fileName?: string;
  /** Hash from the provider: hexadecimal or base64. */
  sha256?: string;
  /** In bytes. */
  size?: number;
  /** Path in the file storage; absent until the file is stored. */
  path?: string;
  category: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker';
  /** The file's part of an e-mail; absent: an attachment, or a file of a message that is no e-mail. */
  part?: EmailPart;
  /** Content-ID without the angle brackets: the HTML of an e-mail refers to the file by `cid:<contentId>`. */
  contentId?: string;
}

/**
 * `html`: the e-mail's HTML as received; it must be sanitised before display. `raw`: the source of the whole e-mail.
 * `inline`: an
 * image that the HTML shows.
 */
export const emailParts = ['html', 'raw', 'inline'] as const;
export type EmailPart = (typeof emailParts)[number];

/** A sender or recipient in the headers of an e-mail. */
export interface EmailAddress {
  address: string;
  name?: string;
}

/** A calendar invitation in an e-mail. Times are ISO 8601: with an offset, or only a date for a whole day. */
export interface EmailEvent {
  /** iCalendar method: `REQUEST`, `CANCEL`, `REPLY` and others. */
  method: string;
  title: string;
  start: string;
  end?: string;
  /** The time zone as the invitation names it; absent if it names none. */
  timeZone?: string;
  place?: string;
  organiser?: string;
}

/** An e-mail. Its `assets` contain its HTML, if there is any, and its source. */
export interface EmailContent {
  type: 'email';
  subject: string;
  /** Null: the organisation sends the e-mail from the address of its channel. */
  from: EmailAddress | null;
  to: EmailAddress[];
  cc: EmailAddress[];
  /**
   * Usually filled only for e-mails that the organisation sends; a received e-mail has it only if a server left the
   * header in.
   */
  bcc: EmailAddress[];
  /** Addresses for replies; absent if replies go to the sender. */
  replyTo?: EmailAddress[];
  /** Plain text, from the e-mail's text part or converted from its HTML; includes the quoted text. */
  text: string;
  /** True: `text` is only the beginning; the files contain the whole text. */
  isCut?: boolean;
  /**
   * True: the e-mail exceeded the limits of the parser. `text` is the beginning of its source; its parts are only in
   * its raw file.
   */
  isSimplified?: boolean;
  /** Error code if the e-mail could not be parsed. Its source may be among the files. */
  refused?: string;
  /** Message-IDs of the earlier e-mails of the thread, oldest first. */
  references?: string[];
  event?: EmailEvent;
  /**
   * The sender's domain; present only if the receiving server could not verify that the e-mail comes from this
   * domain.
   */
  unproved?: string;
  /**
   * Value of the Date header, ISO 8601. Present only if it is far from the time of receipt; the e-mail is then sorted
   * by receipt.
   */
  dated?: string;
  /**
   * Recipients whom a mail server refused, for an e-mail that the organisation sent. Added by views; no event of the
   * message has it.
   */
  notReached?: RefusedRecipient[];
  /**
   * Delivery reports of mail servers per recipient, for an e-mail that the organisation sent. Added by views; no
   * event of the message
   * has it.
   */
  reported?: ReportedRecipient[];
  assets: MessageAsset[];
}

/** A recipient whom a message did not reach although it was sent to others. */
export interface RefusedRecipient {
  address: string;
  reason: StatusReason;
  /** The provider's error text. */
  detail: string;
}

/**
 * A mail server's report for one recipient. `delayed`: the server will try again; `failed`: it cannot deliver the
 * message.
 */
export const recipientOutcomes = ['delayed', 'delivered', 'failed'] as const;
export type RecipientOutcome = (typeof recipientOutcomes)[number];

export interface ReportedRecipient {
  /** Empty: the server did not name the recipient. */
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

/** Content of a message. All of it is personal data. */
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
      /** The body with its variables filled in, for display. */
      text: string;
      /** Header, footer and button texts of the template. */
      header?: string;
      footer?: string;
      buttons?: string[];
      /** The id of the template in Parley; absent if the sender named a template of the provider. */
      templateId?: string;
      /** The provider's id of the template; absent if the provider identifies it by its name. */
      externalId?: string;
      /** All values that were filled in; `parameters` contains only those of the body. */
      components?: TemplateComponent[];
      /** The files that `components` refer to. */
      assets?: MessageAsset[];
    }
  | EmailContent
  /** A kind of message that Parley cannot show: `rawKind` is the provider's name for it. */
  | { type: 'unsupported'; rawKind: string; reason: string };

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

/** Relations of a message to other messages and things. */
export interface MessageContext {
  replyTo?: { messageId: string };
  forwarded?: boolean;
  /** The parts of an album arrive as separate messages; all parts have the same id, which the provider chose. */
  album?: string;
  /** The message replies to a story of the organisation. The platform shows a story for a day. */
  story?: { url?: string };
  /** The advertisement that brought the contact here. */
  referral?: { url?: string; headline?: string; body?: string };
  /** Whether Parley itself wrote the message, such as an automatic reply. */
  isAutomatic?: boolean;
  /**
   * Possible answers, shown as buttons if the channel supports buttons. Pressing a button counts as sending its text.
   */
  choices?: string[];
  /** Data that a program attached to the message it sent. */
  metadata?: { name: string; value: string }[];
}

/** Reasons of a message status (spec, section 8). */
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
