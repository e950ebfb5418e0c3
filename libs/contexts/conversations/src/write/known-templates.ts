import type { MessageComponent, SendRequest } from '@parley/contracts/api/conversations.requests';
import type { TemplateContent } from '@parley/contracts/events';
import { variablesIn } from '@parley/contracts/events/template-content';
import {
  componentsOf,
  missingSlots,
  shownTemplate,
  type TemplateValues,
} from '@parley/contracts/rules/template-filling';
import { Rejected } from '@parley/event-sourcing/decider/decider';

/** A template of the organisation in the version that its provider has. */
export interface KnownTemplate {
  id: string;
  name: string;
  language: string;
  externalId: string | null;
  content: TemplateContent;
}

/** Finds the templates that an organisation may send. A library of libs/flows implements it. */
export abstract class KnownTemplates {
  /**
   * @returns the template; null if it does not exist, belongs to another organisation, or is unknown to the provider
   */
  abstract find(customerId: string, id: string): Promise<KnownTemplate | null>;
}

type AskedTemplate = NonNullable<SendRequest['content']['template']>;

/**
 * Fills a template with components in the form of WhatsApp's API: matches values to the variables by name, or else by
 * their order.
 * @throws Rejected `invalid_input` with the variables for which there is no value
 */
export function filledTemplate(
  { id, name, language, externalId, content }: KnownTemplate,
  components: MessageComponent[],
): AskedTemplate {
  const values = Object.assign({}, ...components.map((part) => valuesOf(content, part))) as TemplateValues;
  const missing = missingSlots(content, values).map(({ key }) => key);
  if (missing.length > 0) throw new Rejected('invalid_input', `components: ${missing.join(', ')}`);
  return {
    ...{ name, language, templateId: id, ...shownTemplate(content, values) },
    ...(externalId !== null && { externalId }),
    components: componentsOf(content, values),
  };
}

/** Values of the template's variables, by the keys of their slots. */
function valuesOf({ header, body }: TemplateContent, part: MessageComponent): Record<string, string> {
  const at = part.type.toLowerCase();
  const names = variablesIn(at === 'body' ? body : (header?.text ?? ''));
  const texts = part.parameters.filter(({ type }) => type === 'text');
  return Object.fromEntries(
    part.parameters.map((parameter) => {
      const { type, parameter_name: named, location, text } = parameter;
      if (at === 'button') {
        const value = text ?? parameter.coupon_code ?? parameter.payload ?? '';
        return [`button.${part.index ?? 0}`, value];
      }
      if (type === 'text') {
        const variable = named ?? names[texts.indexOf(parameter)] ?? '';
        return [`${at}.${variable}`, text ?? ''];
      }
      if (location) return [at, `${location.latitude},${location.longitude}`];
      const file = parameter.image ?? parameter.video ?? parameter.document;
      return [at, file?.id ?? ''];
    }),
  );
}
