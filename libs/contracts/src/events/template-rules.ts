import type { MessageContent } from './message-content';

type Template = Extract<MessageContent, { type: 'template' }>;

/** Lengths, and how many buttons (spec, section 5). */
export const LONGEST_TEMPLATE_TEXT = 1024;
export const LONGEST_TEMPLATE_LINE = 60;
export const LONGEST_TEMPLATE_BUTTON = 25;
export const MOST_TEMPLATE_BUTTONS = 3;

/** What is wrong with a template, as a problem code. */
export type TemplateFlaw =
  'template_line_not_plain' | 'template_button_not_plain' | 'template_value_not_plain';

const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\u20E3/u;
const variable = /\{\{[^{}]*\}\}/;

/** Of a header or a footer. */
export function flawOfLine(text: string): TemplateFlaw | null {
  return emoji.test(text) || variable.test(text) ? 'template_line_not_plain' : null;
}

export function flawOfButton(text: string): TemplateFlaw | null {
  return emoji.test(text) ? 'template_button_not_plain' : null;
}

/** Of what a variable stands for. */
export function flawOfValue(text: string): TemplateFlaw | null {
  return /[\n\r\t]| {5}/.test(text) ? 'template_value_not_plain' : null;
}

/** The first of what the provider would refuse a template for; null where there is nothing. */
export function flawOfTemplate({
  header = '',
  footer = '',
  buttons = [],
  parameters,
}: Pick<Template, 'header' | 'footer' | 'buttons' | 'parameters'>): TemplateFlaw | null {
  const flaws = [
    ...[header, footer].map(flawOfLine),
    ...buttons.map(flawOfButton),
    ...parameters.map(flawOfValue),
  ];
  return flaws.find((flaw) => flaw !== null) ?? null;
}
