/** Kinds of templates, by what WhatsApp takes for them. */
export const templateCategories = ['utility', 'marketing', 'authentication'] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/** `draft` is ours alone; all others are what the provider says. */
export const templateStatuses = ['draft', 'pending', 'approved', 'rejected', 'paused', 'disabled'] as const;
export type TemplateStatus = (typeof templateStatuses)[number];

export const templateQualities = ['unknown', 'high', 'medium', 'low'] as const;
export type TemplateQuality = (typeof templateQualities)[number];

export const mediaFormats = ['image', 'video', 'document'] as const;
export type MediaFormat = (typeof mediaFormats)[number];

export const templateHeaderFormats = ['text', ...mediaFormats, 'location'] as const;

export interface TemplateHeader {
  format: (typeof templateHeaderFormats)[number];
  /** Of a text; empty otherwise. */
  text: string;
}

/** `otp` and `other` come from the provider alone, but for the button of an authentication template. */
export const templateButtonTypes = ['quick-reply', 'url', 'phone', 'copy-code', 'otp', 'other'] as const;

export interface TemplateButton {
  type: (typeof templateButtonTypes)[number];
  text: string;
  /** The address of a `url`, which may end with one variable, or the number of a `phone`; empty otherwise. */
  target: string;
  /** What the provider calls the kind of an `otp` (`COPY_CODE`) or of another one (`FLOW`). */
  kind?: string;
}

/** One card of a carousel. */
export interface TemplateCard {
  header: TemplateHeader | null;
  body: string;
  buttons: TemplateButton[];
}

export interface TemplateExample {
  /** The key of the variable's slot: `body.1`. */
  slot: string;
  text: string;
}

/** All that a template consists of. Variables are `{{1}}` or `{{order_number}}`. */
export interface TemplateContent {
  header: TemplateHeader | null;
  body: string;
  footer: string;
  buttons: TemplateButton[];
  /** What stands for the variables when the provider looks at the template. */
  examples: TemplateExample[];
  /** Of a carousel. */
  cards: TemplateCard[];
  /** Of a limited-time offer. */
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

/** A file that goes with a template by default. */
export interface TemplateFile {
  id: string;
  fileName: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Where storage holds it. */
  path: string;
}

/** Examples by the keys of their slots. */
export function examplesIn({ examples }: Pick<TemplateContent, 'examples'>): Record<string, string> {
  return Object.fromEntries(examples.map(({ slot, text }) => [slot, text]));
}

export function examplesOf(bySlot: Record<string, string>): TemplateExample[] {
  return Object.entries(bySlot).map(([slot, text]) => ({ slot, text }));
}

const variable = /\{\{([^{}]*)\}\}/g;

/** The variables of a text in the order in which they first occur, without their braces. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([, name = '']) => name.trim()))];
}

/** A text with its variables replaced. */
export function replaceVariables(text: string, valueOf: (name: string, written: string) => string): string {
  return text.replace(variable, (written, name: string) => valueOf(name.trim(), written));
}

/** A value of a template for the provider, in the terms of no provider. */
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
       * The words of a button whose clicks are counted: `text` is the whole address that it leads to, and the provider is
       * told a token in its place.
       */
      countedAs?: string;
    }
  | { type: 'offer'; expiresAt: string };
