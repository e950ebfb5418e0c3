import type { MessageContent } from '../events/message-content';
import { normalizeText } from './normalized-text';
import { parseUrl } from './parse-url';
import type { WrittenTemplate } from '../events/template.events';
import {
  variablesIn,
  type TemplateButton,
  type TemplateCategory,
  type TemplateContent,
} from '../events/template-content';
import { slotsOf } from './template-filling';

type Template = Extract<MessageContent, { type: 'template' }>;

/** Maximum lengths in characters and numbers of buttons (spec, section 5). */
export const MAX_TEMPLATE_NAME_LENGTH = 512;
export const MAX_TEMPLATE_TEXT_LENGTH = 1024;
export const MAX_TEMPLATE_LINE_LENGTH = 60;
export const MAX_TEMPLATE_BUTTON_LENGTH = 25;
export const MAX_TEMPLATE_URL_LENGTH = 2000;
export const MAX_TEMPLATE_PHONE_LENGTH = 20;
/**
 * Maximum number of buttons of a template that was made at the provider; higher than that of Parley's own templates.
 */
export const MAX_TEMPLATE_BUTTONS = 10;
/** Maximum number of quick reply buttons. */
export const MAX_QUICK_REPLY_BUTTONS = 3;
/** Maximum number of other buttons: URLs, phone numbers and codes together. */
export const MAX_CALL_BUTTONS = 2;
/** Maximum number of cards in a carousel. */
export const MAX_TEMPLATE_CARDS = 10;
/** Minimum number of hours between two edits of an approved template. */
export const TEMPLATE_EDIT_HOURS = 24;

/** Problem code of a template message that cannot be sent. */
export type TemplateFlaw =
  'template_line_not_plain' | 'template_button_not_plain' | 'template_value_not_plain';

const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\u20E3/u;
const variable = /\{\{[^{}]*\}\}/;

/** Checks the text of a header or footer. */
export function flawOfLine(text: string): TemplateFlaw | null {
  return emoji.test(text) || variable.test(text) ? 'template_line_not_plain' : null;
}

export function flawOfButton(text: string): TemplateFlaw | null {
  return emoji.test(text) ? 'template_button_not_plain' : null;
}

/** Checks the value of a variable. */
export function flawOfValue(text: string): TemplateFlaw | null {
  return /[\n\r\t]| {5}/.test(text) ? 'template_value_not_plain' : null;
}

/** The first reason for which the provider would refuse the message; null if there is none. */
export function flawOfTemplate({
  header = '',
  footer = '',
  buttons = [],
  parameters,
  components = [],
  templateId,
}: Pick<
  Template,
  'header' | 'footer' | 'buttons' | 'parameters' | 'components' | 'templateId'
>): TemplateFlaw | null {
  const values = [
    ...parameters,
    ...components.map((component) => ('text' in component ? component.text : '')),
  ];
  // The provider has already approved the fixed texts of a template that it knows.
  const lines = templateId ? [] : [...[header, footer].map(flawOfLine), ...buttons.map(flawOfButton)];
  return [...lines, ...values.map(flawOfValue)].find((flaw) => flaw !== null) ?? null;
}

export const templateRules = [
  'name_invalid',
  'name_too_long',
  'language_invalid',
  'body_missing',
  'body_too_long',
  'header_missing',
  'header_too_long',
  'header_emoji',
  'header_variable',
  'footer_too_long',
  'footer_emoji',
  'footer_variable',
  'button_missing',
  'button_too_long',
  'button_emoji',
  'button_variable',
  'button_twice',
  'buttons_mixed',
  'too_many_replies',
  'too_many_calls',
  'too_many_urls',
  'too_many_phones',
  'url_invalid',
  'url_too_long',
  'url_variable',
  'phone_invalid',
  'phone_too_long',
  'variable_name',
  'variable_order',
  'variables_mixed',
  'variable_at_edge',
  'variables_touch',
  'example_missing',
  'example_not_plain',
  'authentication_shape',
] as const;

export type TemplateRule = (typeof templateRules)[number];

/** A field and the rule that it breaks: `body`, `buttons.1.target`, `examples.body.1`. */
export interface BrokenTemplateRule {
  field: string;
  rule: TemplateRule;
}

type Check = [field: string, rule: TemplateRule, isBroken: boolean];

/**
 * All rules of spec section 5 and of WhatsApp (shared/channels/facts.md, section 1) that a template breaks, in the
 * order of the form.
 * Templates from a synchronisation are not checked, because the provider has accepted them.
 */
export function brokenTemplateRules({
  name,
  language,
  category,
  content,
}: WrittenTemplate): BrokenTemplateRule[] {
  const { header, body, footer, buttons } = content;
  const checks: Check[] = [
    ['name', 'name_invalid', !/^[a-z0-9_]+$/.test(name)],
    ['name', 'name_too_long', name.length > MAX_TEMPLATE_NAME_LENGTH],
    ['language', 'language_invalid', !/^[a-z]{2,3}(_[A-Z]{2})?$/.test(language)],
    ...(header?.format === 'text' ? headerChecks(header.text) : []),
    ['body', 'body_missing', body.trim() === ''],
    ['body', 'body_too_long', body.length > MAX_TEMPLATE_TEXT_LENGTH],
    ...variableChecks(body, category),
    ['footer', 'footer_too_long', footer.length > MAX_TEMPLATE_LINE_LENGTH],
    ['footer', 'footer_emoji', emoji.test(footer)],
    ['footer', 'footer_variable', variable.test(footer)],
    ...buttonsChecks(buttons),
    ...exampleChecks(content),
    ['category', 'authentication_shape', category === 'authentication' && !isOneTimePassword(content)],
  ];
  return checks.filter(([, , isBroken]) => isBroken).map(([field, rule]) => ({ field, rule }));
}

function headerChecks(text: string): Check[] {
  return [
    ['header', 'header_missing', text.trim() === ''],
    ['header', 'header_too_long', text.length > MAX_TEMPLATE_LINE_LENGTH],
    ['header', 'header_emoji', emoji.test(text)],
    ['header', 'header_variable', variable.test(text)],
  ];
}

function variableChecks(body: string, category: TemplateCategory): Check[] {
  const names = variablesIn(body);
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const isNumbered = numbers.length === names.length;
  const highest = Math.max(0, ...numbers);
  const text = body.trim();
  return [
    ['body', 'variable_name', names.some((name) => !/^(\d{1,2}|[a-z][a-z0-9_]{0,99})$/.test(name))],
    ['body', 'variables_mixed', numbers.length > 0 && !isNumbered],
    ['body', 'variable_order', isNumbered && (highest !== numbers.length || numbers.includes(0))],
    [
      'body',
      'variable_at_edge',
      category !== 'authentication' && (/^\{\{[^{}]*\}\}/.test(text) || /\{\{[^{}]*\}\}$/.test(text)),
    ],
    ['body', 'variables_touch', /\}\}\s*\{\{/.test(body)],
  ];
}

function buttonsChecks(buttons: TemplateButton[]): Check[] {
  const count = (type: TemplateButton['type']) => buttons.filter((button) => button.type === type).length;
  const calls = buttons.filter(({ type }) => type !== 'quick-reply' && type !== 'other').length;
  return [
    ...buttons.flatMap((button, index) => buttonChecks(button, index, buttons)),
    ['buttons', 'buttons_mixed', count('quick-reply') > 0 && calls > 0],
    ['buttons', 'too_many_replies', count('quick-reply') > MAX_QUICK_REPLY_BUTTONS],
    ['buttons', 'too_many_calls', calls > MAX_CALL_BUTTONS],
    ['buttons', 'too_many_urls', count('url') > 1],
    ['buttons', 'too_many_phones', count('phone') > 1],
  ];
}

function buttonChecks(button: TemplateButton, index: number, all: TemplateButton[]): Check[] {
  const { type, text, target } = button;
  const [label, place] = [`buttons.${index}.text`, `buttons.${index}.target`];
  const isSaid = all.findIndex((other) => other.text.trim() === text.trim()) < index;
  const checks: Check[] = [
    [label, 'button_missing', text.trim() === ''],
    [label, 'button_too_long', text.length > MAX_TEMPLATE_BUTTON_LENGTH],
    [label, 'button_emoji', emoji.test(text)],
    [label, 'button_variable', variable.test(text)],
    [label, 'button_twice', text.trim() !== '' && isSaid],
  ];
  if (type === 'url') {
    checks.push(
      [place, 'url_invalid', !isWebAddress(target)],
      [place, 'url_too_long', target.length > MAX_TEMPLATE_URL_LENGTH],
      [place, 'url_variable', variable.test(target) && !/^[^{}]+\{\{1\}\}$/.test(target)],
    );
  }
  if (type === 'phone') {
    checks.push(
      [place, 'phone_invalid', !/^\+?[\d\s()-]{5,}$/.test(target)],
      [place, 'phone_too_long', target.length > MAX_TEMPLATE_PHONE_LENGTH],
    );
  }
  return checks;
}

function exampleChecks(content: TemplateContent): Check[] {
  return (
    slotsOf(content)
      // Headers must not contain variables (`header_variable`), so they need no examples.
      .filter(({ key, kind }) => (kind === 'text' || kind === 'code') && !key.startsWith('header.'))
      .flatMap(({ key, example }): Check[] => [
        [`examples.${key}`, 'example_missing', example.trim() === ''],
        [`examples.${key}`, 'example_not_plain', flawOfValue(example) !== null],
      ])
  );
}

function isWebAddress(target: string): boolean {
  const example = target.replace(/\{\{[^{}]*\}\}/g, 'x');
  return /^https?:\/\/[^\s]+$/i.test(example) && parseUrl(example) !== null;
}

/**
 * WhatsApp writes the body of a one-time password itself: the template has only one button, which copies the
 * password.
 */
function isOneTimePassword({ header, footer, buttons }: TemplateContent): boolean {
  return header === null && footer === '' && buttons.length === 1 && buttons[0]!.type === 'otp';
}

/** When an approved template can be edited again, ISO 8601 UTC; null if it can be edited now. */
export function editableAt(lastEditAt: string | null, now: string): string | null {
  if (lastEditAt === null) return null;
  const at = Date.parse(lastEditAt) + TEMPLATE_EDIT_HOURS * 3_600_000;
  return at > Date.parse(now) ? new Date(at).toISOString() : null;
}

/** Converts any words to a template name that the provider accepts. */
export function templateNameOf(words: string): string {
  return normalizeText(words, 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_');
}
