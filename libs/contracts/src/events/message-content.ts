import type { TemplateComponent } from './template-filling';

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
  /** Something the channel carries and we do not show: its kind as the provider names it, and why. */
  | { type: 'unsupported'; rawKind: string; reason: string };

/** The files of a message. */
export function assetsIn(content: MessageContent | null | undefined): MessageAsset[] {
  return content?.type === 'asset' || content?.type === 'template' ? (content.assets ?? []) : [];
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
