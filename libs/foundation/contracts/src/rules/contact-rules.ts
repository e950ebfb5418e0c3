import { rulesOf, type Medium } from '../channels/offers';
import type { ContactField } from '../events/contact.events';

export const COMMENT_LENGTH = 5_000;
export const METADATA_NAME_LENGTH = 100;
export const METADATA_VALUE_LENGTH = 1_000;
/** Maximum number of metadata entries of a contact. */
export const MAX_METADATA = 50;

const FIELD_LENGTH = 200;
const EMAIL_LENGTH = 254;

export type ContactFieldRule = 'phone' | 'email' | 'country' | 'length';

/** E.164: country code and number, 7 to 15 digits together. */
const phone = /^\+[1-9]\d{6,14}$/;
const email = /^[^\s@<>(),;:"[\]]+@[^\s@.<>(),;:"[\]]+(\.[^\s@.<>(),;:"[\]]+)+$/;
const country = /^[A-Z]{2}$/;

/** A field's value as it is stored: trimmed; a phone number keeps its plus and loses separators. Null: empty. */
export function contactFieldOf(field: ContactField, value: string | null): string | null {
  const text = value?.trim() ?? '';
  if (field !== 'phone') return text || null;
  return text.replace(/[\s().\-/]/g, '').replace(/^00/, '+') || null;
}

/** The rule that a normalised value breaks (spec, section 5); null if it breaks none. */
export function brokenContactRule(field: ContactField, value: string | null): ContactFieldRule | null {
  if (value === null) return null;
  if (field === 'phone') return phone.test(value) ? null : 'phone';
  if (field === 'email') return value.length <= EMAIL_LENGTH && email.test(value) ? null : 'email';
  if (field === 'country') return country.test(value) ? null : 'country';
  return value.length <= FIELD_LENGTH ? null : 'length';
}

export type StartRefusal = 'no-phone' | 'no-email';

/** Why a user cannot start a conversation with a contact over a channel (spec, section 4); null if it is possible. */
export function startRefusal(
  medium: Medium,
  contact: { phone: string | null; email: string | null },
): StartRefusal | null {
  const { contactIdentity: identity } = rulesOf(medium);
  if (identity === 'phone' && !contact.phone) return 'no-phone';
  if (identity === 'email' && !contact.email) return 'no-email';
  return null;
}
