import {
  contactFields,
  type ContactDetails,
  type ContactEvent,
  type ContactField,
  type RecordedEvent,
} from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { changedDetails } from './contact-details';
import { changeMetadata, metadataAfter } from './metadata';
import type { ContactState } from './contact-state';

/** A label to add to a contact; `aliases` are the ids of labels that were merged into it. */
interface ImportedLabel {
  labelId: string;
  aliases: readonly string[];
}

/** State of a contact before an import changed it. */
export type BeforeImport = Pick<ContactState, 'profile' | 'labelIds' | 'metadata' | 'attributes' | 'optIn'>;

export type ImportCommand =
  | {
      type: 'Import';
      contactId: string;
      /** Whether no existing contact has an address of the row, so that the row creates a contact. */
      isNew: boolean;
      details: Partial<Record<ContactField, string>>;
      /** An existing entry with this name gets the value; if there is none, an entry is added under `newId`. */
      metadata: readonly { name: string; value: string; newId: string }[];
      labels: readonly ImportedLabel[];
      attributes: readonly { attributeId: string; value: string }[];
      /** Null leaves the contact's opt-in unchanged. */
      optIn: boolean | null;
    }
  /**
   * Undoes an import: fields, labels, attributes, opt-in and metadata get their values from before the import again.
   */
  | { type: 'UndoImport'; contactId: string; before: BeforeImport };

const registered = ['name', 'phone', 'email'] as const;

/**
 * @throws NotFound for a contact that no longer exists; Rejected `contact_invalid`, `contact_address_fixed` or
 * `too_much_metadata`
 */
export function importContact(state: ContactState, command: ImportCommand): ContactEvent[] {
  if (command.type === 'UndoImport') return undoImport(state, command);
  const { contactId: subject, isNew, details, metadata, labels, attributes, optIn } = command;
  if (state.status === 'erased' || (state.status === 'missing' && !isNew)) throw new NotFound();
  const events: ContactEvent[] = [];
  let known = state.profile;
  if (state.status === 'missing') {
    const told = registered.flatMap((field) => (details[field] ? [[field, details[field]] as const] : []));
    known = Object.fromEntries(told);
    events.push({ type: 'ContactRegistered', data: { subject, personal: known } });
  }
  const changed = changedDetails(known, details);
  if (Object.keys(changed).length > 0)
    events.push({ type: 'ContactDetailsChanged', data: { subject, personal: changed } });
  for (const { labelId, aliases } of labels) {
    if (![labelId, ...aliases].some((id) => state.labelIds.includes(id)))
      events.push({ type: 'ContactLabelled', data: { labelId } });
  }
  for (const { attributeId, value } of attributes) {
    if (state.attributes[attributeId] !== value)
      events.push({ type: 'ContactAttributeSet', data: { subject, personal: { value }, attributeId } });
  }
  if (optIn !== null) events.push(...optedTo(optIn, state));
  let entries = state.metadata;
  for (const { name, value, newId } of metadata) {
    const same = Object.entries(entries).find(([, entry]) => entry.name.toLowerCase() === name.toLowerCase());
    const entry = { metadataId: same?.[0] ?? newId, name: same?.[1].name ?? name, value };
    const set = changeMetadata(entries, { type: 'SetMetadata', contactId: subject, entry, isNew: !same });
    entries = set.reduce(metadataAfter, entries);
    events.push(...set);
  }
  return events;
}

function optedTo(optIn: boolean, state: ContactState): ContactEvent[] {
  if (state.optIn === optIn) return [];
  return [{ type: optIn ? 'ContactOptedIn' : 'ContactOptedOut', data: {} }];
}

function undoImport(
  state: ContactState,
  { contactId: subject, before }: Extract<ImportCommand, { type: 'UndoImport' }>,
): ContactEvent[] {
  if (state.status !== 'known') throw new NotFound();
  const restored = contactFields.flatMap((field) =>
    state.profile[field] === before.profile[field] ? [] : [[field, before.profile[field] ?? null] as const],
  );
  const events: ContactEvent[] = [];
  const personal: ContactDetails = Object.fromEntries(restored);
  if (restored.length > 0) events.push({ type: 'ContactDetailsChanged', data: { subject, personal } });
  for (const labelId of state.labelIds)
    if (!before.labelIds.includes(labelId)) events.push({ type: 'ContactUnlabelled', data: { labelId } });
  for (const [attributeId, value] of Object.entries(state.attributes)) {
    const was = before.attributes[attributeId];
    if (was === undefined) events.push({ type: 'ContactAttributeRemoved', data: { attributeId } });
    else if (was !== value)
      events.push({ type: 'ContactAttributeSet', data: { subject, personal: { value: was }, attributeId } });
  }
  events.push(...optedTo(before.optIn, state));
  for (const [metadataId, entry] of Object.entries(state.metadata)) {
    const was = before.metadata[metadataId];
    if (!was) events.push({ type: 'ContactMetadataRemoved', data: { metadataId } });
    else if (was.value !== entry.value || was.name !== entry.name)
      events.push({ type: 'ContactMetadataSet', data: { subject, personal: was, metadataId } });
  }
  return events;
}

/**
 * The effect of undoing an import on one contact; `before` is the number of events in the stream before the import.
 */
export type ImportUndo =
  | { type: 'nothing' }
  | { type: 'kept'; code: 'changed_since' | 'erased_since' }
  | { type: 'erase' }
  | { type: 'restore'; before: number };

/**
 * Decides what undoing an import does to a contact. A contact that another request changed since the import stays as
 * it is.
 * @param events the contact's whole stream
 * @param importId correlation id of the import's events
 * @param undoId correlation id of the undo's events
 * @returns for `restore`, with the stream's version before the import
 */
export function undoOf(
  events: readonly RecordedEvent[],
  { importId, undoId }: { importId: string; undoId: string },
): ImportUndo {
  const first = events.findIndex(({ correlationId }) => correlationId === importId);
  if (first < 0) return { type: 'nothing' };
  const after = events.slice(first).filter(({ correlationId }) => correlationId !== importId);
  if (after.some(({ correlationId }) => correlationId === undoId)) return { type: 'nothing' };
  if (after.some(({ type }) => type === 'ContactErased')) return { type: 'kept', code: 'erased_since' };
  if (after.length > 0) return { type: 'kept', code: 'changed_since' };
  return events[first]!.version === 0 ? { type: 'erase' } : { type: 'restore', before: first };
}
