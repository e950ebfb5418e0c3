import {
  emptyTemplate,
  examplesIn,
  examplesOf,
  replaceVariables,
  variablesIn,
  type ReviewedStatus,
  type TemplateButton,
  type TemplateCard,
  type TemplateCategory,
  type TemplateContent,
  type TemplateHeader,
  type TemplateQuality,
  type WrittenTemplate,
  type ListedTemplate,
} from '@parley/contracts/events';
import { MAX_TEMPLATE_BUTTONS, MAX_TEMPLATE_CARDS } from '@parley/contracts/rules/template-rules';
import { identifier, known, list, oneLine, record, text, type Json } from '../json';

/** Limits on the stored part of a template that comes from outside. */
const MAX_VARIABLES = 60;
const MAX_TEXT_LENGTH = 4_000;

const statuses: Record<string, ReviewedStatus> = {
  PENDING: 'pending',
  IN_APPEAL: 'pending',
  APPROVED: 'approved',
  REINSTATED: 'approved',
  FLAGGED: 'approved',
  REJECTED: 'rejected',
  LIMIT_EXCEEDED: 'rejected',
  PAUSED: 'paused',
  LOCKED: 'paused',
  DISABLED: 'disabled',
  ARCHIVED: 'disabled',
};

const qualities: Record<string, TemplateQuality> = { GREEN: 'high', YELLOW: 'medium', RED: 'low' };

const formats: Record<string, TemplateHeader['format']> = {
  TEXT: 'text',
  IMAGE: 'image',
  VIDEO: 'video',
  GIF: 'video',
  DOCUMENT: 'document',
  LOCATION: 'location',
};

/** Null if the template was deleted, or if the status is unknown. */
export function statusOf(said: unknown): ReviewedStatus | null {
  return statuses[text(said, 64)?.toUpperCase() ?? ''] ?? null;
}

export function qualityOf(said: unknown): TemplateQuality {
  return qualities[text(said, 64)?.toUpperCase() ?? ''] ?? 'unknown';
}

/** Null for an unknown category. Meta lists older categories under the ones that replaced them. */
export function categoryOf(said: unknown): TemplateCategory | null {
  const category = text(said, 64)?.toLowerCase();
  return category === 'utility' || category === 'marketing' || category === 'authentication'
    ? category
    : null;
}

/** Reads the reason why Meta rejected a template; null if there is none, for which Meta sends `NONE`. */
export function reasonOf(said: unknown): string | null {
  const reason = text(said, 64);
  return reason === undefined || reason === 'NONE' ? null : reason;
}

/** Reads a template from Meta's list; null if it is unusable or unreadable. */
export function readTemplate(template: Json): ListedTemplate | null {
  const externalId = identifier(template.id ?? template.external_id);
  const name = oneLine(template.name);
  const language = text(template.language, 16);
  const status = statusOf(template.status);
  const category = categoryOf(template.category);
  if (!externalId || !name || !language || !status || !category) return null;
  const quality = qualityOf(record(template.quality_score).score ?? template.quality_score);
  const reason = reasonOf(template.rejected_reason);
  const content = readComponents(list(template.components).map(record));
  return { externalId, name, language, category, status, quality, reason, content };
}

/** Converts Meta's components to ours; omits unknown ones. */
export function readComponents(components: Json[]): TemplateContent {
  const content: TemplateContent = { ...emptyTemplate };
  const examples: Record<string, string> = {};
  for (const component of components) {
    switch (text(component.type, 64)?.toUpperCase()) {
      case 'CAROUSEL':
        content.cards = list(component.cards)
          .slice(0, MAX_TEMPLATE_CARDS)
          .map((card, index) => readCard(record(card), `card.${index}.`, examples));
        break;
      case 'LIMITED_TIME_OFFER': {
        const offer = record(component.limited_time_offer);
        content.offer = {
          text: oneLine(offer.text, 100) ?? '',
          hasExpiration: offer.has_expiration === true,
        };
        break;
      }
      case 'FOOTER':
        content.footer = oneLine(component.text, 500) ?? '';
        break;
      default:
        readPart(component, '', content, examples);
    }
  }
  return { ...content, examples: examplesOf(examples) };
}

function readCard(card: Json, prefix: string, examples: Record<string, string>): TemplateCard {
  const part: TemplateCard = { header: null, body: '', buttons: [] };
  for (const component of list(card.components).map(record)) readPart(component, prefix, part, examples);
  return part;
}

/** Reads a component that templates and cards have in common. */
function readPart(
  component: Json,
  prefix: string,
  part: TemplateCard,
  examples: Record<string, string>,
): void {
  const example = record(component.example);
  switch (text(component.type, 64)?.toUpperCase()) {
    case 'HEADER': {
      const format = formats[text(component.format, 32)?.toUpperCase() ?? ''];
      if (!format) return;
      part.header = { format, text: format === 'text' ? (oneLine(component.text, 500) ?? '') : '' };
      const given = list(example.header_text);
      note(examples, `${prefix}header`, part.header.text, given, example.header_text_named_params);
      return;
    }
    case 'BODY':
      part.body = text(component.text, MAX_TEXT_LENGTH) ?? '';
      note(
        examples,
        `${prefix}body`,
        part.body,
        list(list(example.body_text)[0]),
        example.body_text_named_params,
      );
      return;
    case 'BUTTONS':
      part.buttons = list(component.buttons)
        .slice(0, MAX_TEMPLATE_BUTTONS)
        .map((button, index) => readButton(record(button), `${prefix}button.${index}`, examples));
  }
}

/** Stores the examples of a text's variables, by their order or by their names. */
function note(
  examples: Record<string, string>,
  prefix: string,
  said: string,
  given: unknown[],
  named: unknown,
): void {
  const byName = new Map(
    list(named).map((each) => [text(record(each).param_name, 100), text(record(each).example, 1024)]),
  );
  for (const [index, name] of variablesIn(said).slice(0, MAX_VARIABLES).entries()) {
    const example = byName.get(name) ?? text(given[index], 1024);
    if (example) examples[`${prefix}.${name}`] = example;
  }
}

function readButton(button: Json, key: string, examples: Record<string, string>): TemplateButton {
  const kind = text(button.type, 40)?.toUpperCase() ?? 'UNKNOWN';
  const label = oneLine(button.text, 200) ?? '';
  const [example] = list(button.example);
  switch (kind) {
    case 'QUICK_REPLY':
      return { type: 'quick-reply', text: label, target: '' };
    case 'PHONE_NUMBER':
      return { type: 'phone', text: label, target: oneLine(button.phone_number, 50) ?? '' };
    case 'URL': {
      const target = text(button.url, MAX_TEXT_LENGTH) ?? '';
      const [base = ''] = target.split('{{');
      const whole = text(example, 2_048);
      if (whole && variablesIn(target).length > 0) {
        examples[key] = whole.startsWith(base) ? whole.slice(base.length) : whole;
      }
      return { type: 'url', text: label, target };
    }
    case 'COPY_CODE': {
      const code = text(example ?? button.example, 100);
      if (code) examples[key] = code;
      return { type: 'copy-code', text: label, target: '' };
    }
    case 'OTP': {
      const otp = text(button.otp_type, 40)?.toUpperCase();
      return { type: 'otp', text: label, target: '', kind: otp ?? 'COPY_CODE' };
    }
    default:
      return { type: 'other', text: label, target: '', kind: kind.replace(/[^A-Z_]/g, '_') };
  }
}

/**
 * Converts our components to Meta's for a review.
 * @param handle the uploaded sample of a header with a file, if any
 */
export function writeComponents({ category, content }: WrittenTemplate, handle: string | null): Json[] {
  const { header, body, footer, buttons } = content;
  const components: Json[] = [];
  if (category === 'authentication') {
    // Meta writes the text of a one-time password itself.
    return [{ type: 'BODY', add_security_recommendation: true }, ...writeButtons(buttons, content)];
  }
  if (header) components.push(writeHeader(header, content, handle));
  components.push(withExamples({ type: 'BODY', text: body }, 'body', body, content));
  if (footer) components.push({ type: 'FOOTER', text: footer });
  if (content.offer) {
    const { text: said, hasExpiration } = content.offer;
    components.push({
      type: 'LIMITED_TIME_OFFER',
      limited_time_offer: { text: said, has_expiration: hasExpiration },
    });
  }
  return [...components, ...writeButtons(buttons, content)];
}

function writeHeader(
  { format, text: said }: TemplateHeader,
  content: TemplateContent,
  handle: string | null,
): Json {
  if (format === 'text') {
    return withExamples({ type: 'HEADER', format: 'TEXT', text: said }, 'header', said, content);
  }
  const example = handle ? { header_handle: [handle] } : undefined;
  return known({ type: 'HEADER', format: format.toUpperCase(), example });
}

function withExamples(
  component: Json,
  part: 'header' | 'body',
  said: string,
  content: TemplateContent,
): Json {
  const names = variablesIn(said);
  if (names.length === 0) return component;
  const examples = examplesIn(content);
  const values = names.map((name) => examples[`${part}.${name}`] ?? '');
  if (isNamed(names)) {
    const params = names.map((name, index) => ({ param_name: name, example: values[index] }));
    return { ...component, example: { [`${part}_text_named_params`]: params } };
  }
  return { ...component, example: { [`${part}_text`]: part === 'body' ? [values] : values } };
}

export function isNamed(names: string[]): boolean {
  return names.some((name) => !/^\d+$/.test(name));
}

function writeButtons(buttons: TemplateButton[], content: TemplateContent): Json[] {
  if (buttons.length === 0) return [];
  const examples = examplesIn(content);
  const written = buttons.map(({ type, text: label, target, kind }, index): Json => {
    const example = examples[`button.${index}`] ?? '';
    switch (type) {
      case 'quick-reply':
        return { type: 'QUICK_REPLY', text: label };
      case 'phone':
        return { type: 'PHONE_NUMBER', text: label, phone_number: target };
      case 'url': {
        const isVariable = variablesIn(target).length > 0;
        const whole = isVariable ? [replaceVariables(target, () => example)] : undefined;
        return known({ type: 'URL', text: label, url: target, example: whole });
      }
      case 'copy-code':
        return { type: 'COPY_CODE', example };
      case 'otp':
        return { type: 'OTP', otp_type: kind ?? 'COPY_CODE', text: label };
      case 'other':
        return { type: kind, text: label };
    }
  });
  return [{ type: 'BUTTONS', buttons: written }];
}
