import {
  brokenContactRule,
  contactFieldOf,
  contactFields,
  type ContactDetails,
  type ContactField,
  type ContactProfile,
} from '@parley/contracts/events';
import { Rejected } from '@parley/event-sourcing/decider/decider';

/** What is known of somebody, from channels and from colleagues. */
export type ContactData = ContactProfile & Partial<Record<ContactField, string>>;

/** Once they are there, only the channel may change them (spec, section 5). */
const addresses: readonly ContactField[] = ['phone', 'email'];

/**
 * The fields that say something else than what is known, as they are kept.
 * @throws Rejected `contact_invalid`, and `contact_address_fixed` for an address that is known
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

/** What is known after something more was said. */
export function detailsAfter(known: ContactData, said: ContactProfile | ContactDetails): ContactData {
  const after = { ...known, ...said };
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null));
}
