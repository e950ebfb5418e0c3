import type { MessageContent } from '../events/message-content';
import {
  examplesIn,
  mediaFormats,
  replaceVariables,
  variablesIn,
  type MediaFormat,
  type TemplateButton,
  type TemplateComponent,
  type TemplateContent,
  type TemplateHeader,
} from '../events/template-content';

/** A place of a template that each message fills with its own value. */
export interface TemplateSlot {
  /** `header`, `header.1`, `body.name`, `button.0`, `offer`, and on a card with its prefix: `card.0.body.1`. */
  key: string;
  kind: 'text' | 'code' | 'location' | 'moment' | MediaFormat;
  /** Name of the variable; empty if the slot is not a variable. */
  name: string;
  example: string;
}

/**
 * Values by the keys of slots: a text, an ISO 8601 time, `latitude,longitude` of a location, or the asset id of a
 * file.
 */
export type TemplateValues = Readonly<Record<string, string>>;

/** All slots of a template in reading order. */
export function slotsOf(template: TemplateContent): TemplateSlot[] {
  const examples = examplesIn(template);
  const part = (
    prefix: string,
    { header, body, buttons }: Pick<TemplateContent, 'header' | 'body' | 'buttons'>,
  ): TemplateSlot[] =>
    [
      ...headerSlots(prefix, header),
      ...variablesIn(body).map((name) => ({ key: `${prefix}body.${name}`, kind: 'text' as const, name })),
      ...buttons.flatMap((button, index) => buttonSlot(`${prefix}button.${index}`, button)),
    ].map((slot) => ({ ...slot, example: examples[slot.key] ?? '' }));
  const offer = template.offer?.hasExpiration
    ? [{ key: 'offer', kind: 'moment' as const, name: '', example: '' }]
    : [];
  return [
    ...part('', template),
    ...offer,
    ...template.cards.flatMap((card, index) => part(`card.${index}.`, card)),
  ];
}

type Unillustrated = Omit<TemplateSlot, 'example'>;

function headerSlots(prefix: string, header: TemplateHeader | null): Unillustrated[] {
  if (!header) return [];
  if (header.format === 'text') {
    return variablesIn(header.text).map((name) => ({ key: `${prefix}header.${name}`, kind: 'text', name }));
  }
  return [{ key: `${prefix}header`, kind: header.format, name: '' }];
}

function buttonSlot(key: string, { type, target }: TemplateButton): Unillustrated[] {
  if (type === 'url') return variablesIn(target).map((name) => ({ key, kind: 'text', name }));
  return type === 'copy-code' ? [{ key, kind: 'code', name: '' }] : [];
}

export const isMedia = (kind: string): kind is MediaFormat => mediaFormats.some((format) => format === kind);

/** A text of a template as the contact reads it. A variable without a value stays in the text unchanged. */
export function filledText(text: string, prefix: string, values: TemplateValues): string {
  return replaceVariables(text, (name, written) => values[`${prefix}.${name}`] || written);
}

/**
 * Converts values to components, in the order of the slots. Slots without a value are omitted: `missingSlots` lists
 * them. The value of
 * a file's slot is the id of the asset.
 */
export function componentsOf(template: TemplateContent, values: TemplateValues): TemplateComponent[] {
  const filled = slotsOf(template).flatMap((slot) => {
    const value = values[slot.key];
    return value ? [componentOf(slot, value)] : [];
  });
  return [...filled, ...codeButtons(template, values)];
}

function componentOf({ key, kind, name }: TemplateSlot, value: string): TemplateComponent {
  const [, cardIndex, rest = key] = /^card\.(\d+)\.(.*)$/.exec(key) ?? [];
  const card = cardIndex === undefined ? {} : { card: Number(cardIndex) };
  const [at, index = '0'] = rest.split('.');
  if (isMedia(kind)) return { type: 'media', format: kind, ...card, assetId: value };
  if (kind === 'moment') return { type: 'offer', expiresAt: value };
  if (kind === 'location') {
    const [latitude = 0, longitude = 0] = value.split(',').map(Number);
    return { type: 'location', latitude, longitude };
  }
  if (at === 'button') {
    const buttonKind = kind === 'code' ? 'copy-code' : 'url';
    return { type: 'button', kind: buttonKind, index: Number(index), ...card, text: value };
  }
  return { type: 'text', at: at === 'header' ? 'header' : 'body', ...card, name, text: value };
}

/** A one-time password is a value of the body and also of the button that copies it. */
function codeButtons(template: TemplateContent, values: TemplateValues): TemplateComponent[] {
  const [code = ''] = variablesIn(template.body);
  const text = values[`body.${code}`];
  if (!text) return [];
  return template.buttons.flatMap(({ type }, index) =>
    type === 'otp' ? [{ type: 'button' as const, kind: 'otp' as const, index, text }] : [],
  );
}

export function missingSlots(template: TemplateContent, values: TemplateValues): TemplateSlot[] {
  return slotsOf(template).filter(({ key }) => !values[key]?.trim());
}

/** Parts of a filled template that the thread shows, and the values of its body. */
export function shownTemplate(
  template: TemplateContent,
  values: TemplateValues,
): Pick<
  Extract<MessageContent, { type: 'template' }>,
  'parameters' | 'text' | 'header' | 'footer' | 'buttons'
> {
  const header = template.header?.format === 'text' ? filledText(template.header.text, 'header', values) : '';
  return {
    parameters: variablesIn(template.body).map((name) => values[`body.${name}`] ?? ''),
    text: filledText(template.body, 'body', values),
    ...(header && { header }),
    ...(template.footer && { footer: template.footer }),
    ...(template.buttons.length > 0 && { buttons: template.buttons.map(({ text }) => text) }),
  };
}
