import type { MessageContent } from '@parley/contracts/events';
import type { TemplateComponent } from '@parley/contracts/events/template-content';
import { known, type Json } from '../json';

type Template = Extract<MessageContent, { type: 'template' }>;

/**
 * The `template` of a send request. Meta takes the values of each component separately, and those of a carousel per
 * card.
 * @param uploads Meta's ids of the files, by ours
 */
export function templateBody(content: Template, uploads: ReadonlyMap<string, string>): Json {
  const { name, language, parameters } = content;
  const inOrder = parameters.map((value) => ({ type: 'text', text: value }));
  const components = content.components
    ? partsOf(content, content.components, uploads)
    : inOrder.length > 0
      ? [{ type: 'body', parameters: inOrder }]
      : [];
  return known({
    name,
    language: { code: language },
    components: components.length > 0 ? components : undefined,
  });
}

function partsOf(
  content: Template,
  values: TemplateComponent[],
  uploads: ReadonlyMap<string, string>,
): Json[] {
  const cardOf = (value: TemplateComponent) => ('card' in value ? value.card : undefined);
  const cards = [...new Set(values.map(cardOf).filter((card) => card !== undefined))].sort((a, b) => a - b);
  const parts = partOf(
    content,
    values.filter((value) => cardOf(value) === undefined),
    uploads,
  );
  if (cards.length === 0) return parts;
  const carousel = cards.map((card) => ({
    card_index: card,
    components: partOf(
      content,
      values.filter((value) => cardOf(value) === card),
      uploads,
    ),
  }));
  return [...parts, { type: 'carousel', cards: carousel }];
}

function partOf(
  content: Template,
  values: TemplateComponent[],
  uploads: ReadonlyMap<string, string>,
): Json[] {
  const [header, body, rest]: [Json[], Json[], Json[]] = [[], [], []];
  for (const value of values) {
    switch (value.type) {
      case 'text':
        (value.at === 'header' ? header : body).push(named(value));
        break;
      case 'media': {
        const asset = content.assets?.find(({ assetId }) => assetId === value.assetId);
        const filename = value.format === 'document' ? asset?.fileName : undefined;
        const media = known({ id: uploads.get(value.assetId), filename });
        header.push({ type: value.format, [value.format]: media });
        break;
      }
      case 'location': {
        const { latitude, longitude } = value;
        header.push({
          type: 'location',
          location: { latitude: String(latitude), longitude: String(longitude) },
        });
        break;
      }
      case 'offer': {
        const offer = { expiration_time_ms: Date.parse(value.expiresAt) };
        const parameters = [{ type: 'limited_time_offer', limited_time_offer: offer }];
        rest.push({ type: 'limited_time_offer', parameters });
        break;
      }
      case 'button':
        rest.push(button(value));
    }
  }
  return [
    ...(header.length > 0 ? [{ type: 'header', parameters: header }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body }] : []),
    ...rest,
  ];
}

function named({ name, text }: { name: string; text: string }): Json {
  const isNumber = /^\d+$/.test(name);
  return known({ type: 'text', parameter_name: isNumber ? undefined : name, text });
}

/**
 * Meta takes the code of a one-time password's button in the same form as the variable end of a link button's
 * address.
 */
function button({ kind, index, text }: Extract<TemplateComponent, { type: 'button' }>): Json {
  const isCode = kind === 'copy-code';
  return {
    type: 'button',
    sub_type: isCode ? 'copy_code' : 'url',
    index: String(index),
    parameters: [isCode ? { type: 'coupon_code', coupon_code: text } : { type: 'text', text }],
  };
}
