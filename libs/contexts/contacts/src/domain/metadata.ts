import {
  METADATA_NAME_LENGTH,
  METADATA_VALUE_LENGTH,
  MAX_METADATA,
  type ContactEvent,
} from '@parley/contracts/events';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';

export interface MetadataEntry {
  metadataId: string;
  name: string;
  value: string;
}

export type MetadataCommand =
  /** `isNew`: whether to add the entry if it does not exist. */
  | { type: 'SetMetadata'; contactId: string; entry: MetadataEntry; isNew: boolean }
  | { type: 'RemoveMetadata'; metadataId: string };

type MetadataEvent = Extract<ContactEvent, { type: 'ContactMetadataSet' | 'ContactMetadataRemoved' }>;

/** Custom entries about a contact, by the entry's id. */
export type Metadata = Readonly<Record<string, { name: string; value: string }>>;

/** @throws NotFound for a removed entry; Rejected `metadata_invalid` or `too_much_metadata` */
export function changeMetadata(metadata: Metadata, command: MetadataCommand): MetadataEvent[] {
  if (command.type === 'RemoveMetadata') {
    const { metadataId } = command;
    return metadata[metadataId] ? [{ type: 'ContactMetadataRemoved', data: { metadataId } }] : [];
  }
  const { contactId: subject, entry, isNew } = command;
  const { metadataId } = entry;
  const [name, value] = [entry.name.trim(), entry.value.trim()];
  const known = metadata[metadataId];
  if (!known && !isNew) throw new NotFound();
  if (name === '' || name.length > METADATA_NAME_LENGTH) throw invalid('name');
  if (value.length > METADATA_VALUE_LENGTH) throw invalid('value');
  if (known?.name === name && known.value === value) return [];
  if (!known && Object.keys(metadata).length >= MAX_METADATA) throw new Rejected('too_much_metadata');
  return [{ type: 'ContactMetadataSet', data: { subject, personal: { name, value }, metadataId } }];
}

export function metadataAfter(metadata: Metadata, event: MetadataEvent): Metadata {
  const { metadataId } = event.data;
  if (event.type === 'ContactMetadataRemoved') {
    const { [metadataId]: _removed, ...others } = metadata;
    return others;
  }
  const { personal } = event.data;
  return personal === null ? metadata : { ...metadata, [metadataId]: personal };
}

function invalid(field: string): Rejected {
  return new Rejected('metadata_invalid', undefined, [{ field, rule: 'length' }]);
}
