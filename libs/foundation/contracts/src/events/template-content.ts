/** WhatsApp's categories of templates. */
export const templateCategories = ['utility', 'marketing', 'authentication'] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/** Only Parley has `draft`; the other statuses come from the provider. */
export const templateStatuses = ['draft', 'pending', 'approved', 'rejected', 'paused', 'disabled'] as const;
export type TemplateStatus = (typeof templateStatuses)[number];

export const templateQualities = ['unknown', 'high', 'medium', 'low'] as const;
export type TemplateQuality = (typeof templateQualities)[number];

export const mediaFormats = ['image', 'video', 'document'] as const;
export type MediaFormat = (typeof mediaFormats)[number];

export const templateHeaderFormats = ['text', ...mediaFormats, 'location'] as const;

export interface TemplateHeader {
  format: (typeof templateHeaderFormats)[number];
  /** Empty unless `format` is `text`. */
  text: string;
}

/**
 * Users can add all types except `other`, which comes only from the provider; `otp` is only for authentication
 * templates.
 */
export const templateButtonTypes = ['quick-reply', 'url', 'phone', 'copy-code', 'otp', 'other'] as const;

export interface TemplateButton {
  type: (typeof templateButtonTypes)[number];
  text: string;
  /**
   * The URL of a `url` button, which may end with one variable, or the number of a `phone` button; empty otherwise.
   */
  target: string;
  /** The provider's name for the kind of an `otp` button (`COPY_CODE`) or of an `other` button (`FLOW`). */
  kind?: string;
}

export interface TemplateCard {
  header: TemplateHeader | null;
  body: string;
  buttons: TemplateButton[];
}

export interface TemplateExample {
  /** Key of the variable's slot: `body.1`. */
  slot: string;
  text: string;
}

/** All parts of a template. Variables are `{{1}}` or `{{order_number}}`. */
export interface TemplateContent {
  header: TemplateHeader | null;
  body: string;
  footer: string;
  buttons: TemplateButton[];
  /** Example values of the variables, for the provider's review of the template. */
  examples: TemplateExample[];
  /** The cards of a carousel; empty for other templates. */
  cards: TemplateCard[];
  /** The text of a limited-time offer; null for other templates. */
  offer: { text: string; hasExpiration: boolean } | null;
}

export const emptyTemplate: TemplateContent = {
  header: null,
  body: '',
  footer: '',
  buttons: [],
  examples: [],
  cards: [],
  offer: null,
};

/** The template's default file. */
export interface TemplateFile {
  id: string;
  fileName: string;
  contentType: string;
  /** In bytes. */
  size: number;
  /** Path in the file storage. */
  path: string;
}

/** Example texts by the keys of their slots. */
export function examplesIn({ examples }: Pick<TemplateContent, 'examples'>): Record<string, string> {
  return Object.fromEntries(examples.map(({ slot, text }) => [slot, text]));
}

export function examplesOf(bySlot: Record<string, string>): TemplateExample[] {
  return Object.entries(bySlot).map(([slot, text]) => ({ slot, text }));
}

const variable = /\{\{([^{}]*)\}\}/g;

/** The variables of a text without their braces, each once, in the order of their first occurrence. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([, name = '']) => name.trim()))];
}

/** Replaces the variables of a text. `valueOf` gets a variable's name and its original text with the braces. */
export function replaceVariables(text: string, valueOf: (name: string, written: string) => string): string {
  return text.replace(variable, (written, name: string) => valueOf(name.trim(), written));
}

/** A value of a template, in a form that is independent of the provider. */
export type TemplateComponent =
  | { type: 'text'; at: 'header' | 'body'; card?: number; name: string; text: string }
  | { type: 'media'; format: MediaFormat; card?: number; assetId: string }
  | { type: 'location'; latitude: number; longitude: number }
  | {
      type: 'button';
      kind: 'url' | 'copy-code' | 'otp';
      index: number;
      card?: number;
      text: string;
      /**
       * Text of a button whose clicks are counted. `text` is then the full target URL; the provider gets a token in
       * its place.
       */
      countedAs?: string;
    }
  | { type: 'offer'; expiresAt: string };
