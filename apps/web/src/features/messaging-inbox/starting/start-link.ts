import { brokenContactRule, contactFieldOf } from '@parley/contracts/rules/contact-rules';
import { addresseeOf, type Addressee } from './start-values';

/** Values in a link to `/start-conversation`, before contact, channel and template are looked up. */
export interface StartLink {
  /** The contact by id, or by a phone number or an e-mail address. */
  to: { id: string } | Extract<Addressee, { known: null }>;
  /** The channel by id, by name, or by its account at the provider. */
  channel: string;
  text: string;
  template: { name: string; language?: string; parameters: string[] } | null;
  /** The colleague who becomes the assignee, by id or e-mail address. */
  user: string | null;
}

export type LinkFault =
  | { fault: 'format' }
  | { fault: 'missing'; parameter: string }
  | { fault: 'unknown'; what: 'channel' | 'template' | 'user' | 'contact' };

/** Maximum length of each parameter that may occur once. */
const parameters = {
  to: 254,
  contactId: 36,
  name: 200,
  channel: 200,
  message: 20_000,
  template: 512,
  language: 6,
  user: 254,
} as const;
/** Parameter with a value for the template's next variable; it may be repeated. */
const VARIABLE = 'variable';
const MAX_VARIABLES = 50;

const uuid = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

/**
 * Parses the query string of a link.
 * @returns the values, or the error of an invalid link
 */
export function linkOf(search: string): StartLink | LinkFault {
  // `URLSearchParams` decodes bytes that are not UTF-8 to U+FFFD.
  const query = new URLSearchParams(search);
  const values = new Map<string, string>();
  for (const [name, most] of Object.entries(parameters)) {
    const given = query.getAll(name).map((value) => value.trim());
    if (given.length > 1 || given.some((value) => value.length > most || value.includes('\uFFFD')))
      return { fault: 'format' };
    if (given[0]) values.set(name, given[0]);
  }
  const variables = query.getAll(VARIABLE);
  if (variables.length > MAX_VARIABLES) return { fault: 'format' };
  const [address, contactId, channel] = ['to', 'contactId', 'channel'].map((name) => values.get(name));
  if (!address && !contactId) return { fault: 'missing', parameter: 'to' };
  if (!channel) return { fault: 'missing', parameter: 'channel' };
  const to = contactId ? knownBy(contactId) : addressed(address!, values.get('name'));
  const name = values.get('template');
  const language = values.get('language');
  const isWritten = !name || /^[a-z0-9_]+$/.test(name);
  if (!to || !isWritten || (language && !/^[a-z]{2,3}(_[A-Z]{2})?$/.test(language))) {
    return { fault: 'format' };
  }
  return {
    to,
    channel,
    text: values.get('message') ?? '',
    template: name ? { name, ...(language && { language }), parameters: variables } : null,
    user: values.get('user') ?? null,
  };
}

function knownBy(id: string): { id: string } | null {
  return uuid.test(id) ? { id: id.toLowerCase() } : null;
}

/**
 * The recipient for an address in a link. An unescaped plus in a query string becomes a blank, so digits that lost
 * their plus are still read as an international number.
 */
function addressed(address: string, name: string | undefined): StartLink['to'] | null {
  const digits = contactFieldOf('phone', address);
  const text =
    digits && /^\d{7,15}$/.test(digits) && !brokenContactRule('phone', `+${digits}`) ? `+${digits}` : address;
  const to = addresseeOf(text);
  return to && to.known === null ? { ...to, ...(name && { name }) } : null;
}
