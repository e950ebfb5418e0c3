import type { ContactResponse } from '@parley/contracts/api/contacts';
import type { PatchContactRequest } from '@parley/contracts/api/contacts.requests';
import { contactFields, type ContactField } from '@parley/contracts/events/contact.events';
import { contactFieldOf } from '@parley/contracts/rules/contact-rules';

export type ContactForm = Record<ContactField, string> & {
  labelIds: string[];
  isBlocked: boolean;
  isHighPriority: boolean;
  optIn: boolean;
  /** Values of the organisation's custom attributes, by attribute id. */
  attributes: Record<string, string>;
  /** Values of metadata, by entry id. */
  metadata: Record<string, string>;
};

/**
 * Initial values of the form.
 * @param contact null: a new contact
 */
export function formOf(contact: ContactResponse | null): ContactForm {
  const fields = Object.fromEntries(contactFields.map((field) => [field, contact?.[field] ?? '']));
  return {
    ...(fields as Record<ContactField, string>),
    labelIds: contact?.labelIds ?? [],
    isBlocked: contact?.isBlocked ?? false,
    isHighPriority: contact?.isHighPriority ?? false,
    optIn: contact?.optIn.is ?? false,
    attributes: Object.fromEntries((contact?.attributes ?? []).map(({ id, value }) => [id, value])),
    metadata: Object.fromEntries((contact?.metadata ?? []).map(({ id, value }) => [id, value])),
  };
}

/**
 * Converts the changed values to a request: normalises the fields and includes only attributes and metadata that
 * differ.
 */
export function requestOf(
  changed: Partial<ContactForm>,
  contact: ContactResponse | null,
): Partial<PatchContactRequest> {
  const { labelIds, isBlocked, isHighPriority, optIn, attributes, metadata, ...fields } = changed;
  const was = formOf(contact);
  const touched = Object.entries(attributes ?? {}).filter(
    ([id, value]) => value !== (was.attributes[id] ?? ''),
  );
  const entries = (contact?.metadata ?? []).flatMap(({ id, name, value }) => {
    const wanted = metadata?.[id]?.trim();
    return wanted === undefined || wanted === value ? [] : [{ id, name, value: wanted }];
  });
  const details = Object.entries(fields).map(([field, value]) => [
    field,
    contactFieldOf(field as ContactField, value ?? null),
  ]);
  return {
    ...(Object.fromEntries(details) as Partial<PatchContactRequest>),
    ...(labelIds && { labelIds }),
    ...(isBlocked !== undefined && { isBlocked }),
    ...(isHighPriority !== undefined && { isHighPriority }),
    ...(optIn !== undefined && { optIn }),
    ...(touched.length > 0 && {
      attributes: touched.map(([id, value]) => ({ id, value: value || null })),
    }),
    ...(entries.length > 0 && { metadata: entries }),
  };
}
