import {
  brokenContactRule,
  contactFieldOf,
  contactFields,
  type ContactDetails,
  type ContactField,
  type ContactProfile,
} from '@parley/contracts/events';
import { Rejected } from '@parley/event-sourcing/decider/decider';

/** The profile of a contact, as channels and colleagues filled it in. */
export type ContactData = ContactProfile & Partial<Record<ContactField, string>>;

/** Fields that only the contact's channel may change once they have a value (specification, section 5). */
const addresses: readonly ContactField[] = ['phone', 'email'];

/**
 * Returns the fields that differ from the profile, normalised; null empties a field.
 * @throws Rejected `contact_invalid`; `contact_address_fixed` for a change of an address that the contact already has
 */
export function changedDetails(known: ContactData, details: ContactDetails): ContactDetails {
  const said = contactFields.flatMap((field) => {
    const value = details[field];
    return value === undefined ? [] : [[field, contactFieldOf(field, value)] as const];
  });
  const changed = said.filter(([field, value]) => value !== (known[field] ?? null));
  const broken = changed.flatMap(([field, value]) => {
    const rule = brokenContactRule(field, value);
    return rule ? [{ field, rule }] : [];
  });
  if (broken.length > 0) throw new Rejected('contact_invalid', undefined, broken);
  const fixed = changed.filter(([field]) => addresses.includes(field) && known[field]);
  if (fixed.length > 0) {
    const errors = fixed.map(([field]) => ({ field, rule: 'fixed' }));
    throw new Rejected('contact_address_fixed', undefined, errors);
  }
  return Object.fromEntries(changed);
}

/** Returns the profile after a change; a field that is null in the change is removed. */
export function detailsAfter(known: ContactData, said: ContactProfile | ContactDetails): ContactData {
  const after = { ...known, ...said };
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null));
}
