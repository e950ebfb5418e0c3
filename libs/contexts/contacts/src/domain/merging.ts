import type { ContactDetails, ContactEvent, ContactField, MergedFlag } from '@parley/contracts/events';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { Absorbed, ContactState } from './contact-state';

export type MergeCommand =
  /**
   * Merges another contact into this one, which takes over the fields that it lacks and those in `fields`. `other` is
   * the state of the other contact, loaded by the caller.
   */
  | {
      type: 'Absorb';
      contactId: string;
      otherId: string;
      other: ContactState;
      fields: readonly ContactField[];
    }
  | { type: 'Merge'; contactId: string; intoId: string }
  | { type: 'Release'; contactId: string; otherId: string }
  | { type: 'Unmerge'; fromId: string }
  /** Marks this contact and `otherId` as different people, so that they are not suggested as duplicates again. */
  | { type: 'Distinguish'; otherId: string };

type MergeEvent = Extract<
  ContactEvent,
  { type: 'ContactMerged' | 'ContactUnmerged' | 'ContactAbsorbed' | 'ContactReleased' }
>;

/**
 * @throws Rejected `contact_merged` for a contact that is itself merged into another; `contact_merging` if two
 * contacts are merged into each other at the same time; `contact_not_merged` if there is no merge to undo
 */
export function changeMerges(state: ContactState, command: MergeCommand): ContactEvent[] {
  switch (command.type) {
    case 'Absorb':
      return absorb(state, command);
    case 'Merge': {
      const { contactId, intoId } = command;
      if (state.mergedInto === intoId) return [];
      if (state.mergedInto) throw new Rejected('contact_merged');
      // Two users merged these contacts into each other at the same time. Only the contact with the greater id is
      // merged, so the command on the smaller id is refused.
      if (state.absorbed[intoId] && contactId < intoId) throw new Rejected('contact_merging');
      return [{ type: 'ContactMerged', data: { intoId } }];
    }
    case 'Unmerge': {
      const { fromId } = command;
      if (state.mergedInto === null) return [];
      if (state.mergedInto !== fromId) throw new Rejected('contact_not_merged');
      return [{ type: 'ContactUnmerged', data: { fromId } }];
    }
    case 'Distinguish': {
      const { otherId } = command;
      if (state.distinctFrom.includes(otherId)) return [];
      return [{ type: 'ContactDistinguished', data: { otherId } }];
    }
    case 'Release':
      return release(state, command);
  }
}

function absorb(
  state: ContactState,
  { otherId, other, fields, contactId }: Extract<MergeCommand, { type: 'Absorb' }>,
): ContactEvent[] {
  if (state.absorbed[otherId]) return [];
  if (otherId === contactId || state.mergedInto || (other.mergedInto && other.mergedInto !== contactId))
    throw new Rejected('contact_merged');
  if (other.status !== 'known') throw new Rejected('contact_merged');
  const lacked = Object.entries(other.profile).filter(
    ([field, value]) =>
      isWritten(field) &&
      value &&
      (!state.profile[field] || fields.includes(field)) &&
      value !== state.profile[field],
  );
  const labelIds = other.labelIds.filter((id) => !state.labelIds.includes(id));
  const attributes = Object.entries(other.attributes).filter(([id]) => !(id in state.attributes));
  const flags: MergedFlag[] = [
    ...(other.isBlocked && !state.isBlocked ? (['blocked'] as const) : []),
    ...(other.isHighPriority && !state.isHighPriority ? (['vip'] as const) : []),
  ];
  const attributeIds = attributes.map(([id]) => id);
  const personal = Object.fromEntries(lacked) as ContactDetails;
  return [
    {
      type: 'ContactAbsorbed',
      data: { subject: otherId, personal, contactId: otherId, labelIds, attributeIds, flags },
    },
    ...labelIds.map((labelId) => ({ type: 'ContactLabelled', data: { labelId } }) as const),
    ...attributes.map(
      ([attributeId, value]) =>
        ({
          type: 'ContactAttributeSet',
          data: { subject: otherId, personal: { value }, attributeId },
        }) as const,
    ),
    ...flags.map((flag) =>
      flag === 'blocked'
        ? ({ type: 'ContactBlocked', data: {} } as const)
        : ({ type: 'ContactPrioritised', data: {} } as const),
    ),
  ];
}

function release(
  state: ContactState,
  { contactId: subject, otherId }: Extract<MergeCommand, { type: 'Release' }>,
): ContactEvent[] {
  const absorbed = state.absorbed[otherId];
  if (!absorbed) return [];
  // A field that was changed after the merge keeps its new value.
  const restored = Object.entries(absorbed.taken).flatMap(([field, value]) =>
    state.profile[field as ContactField] === value
      ? [[field, absorbed.before[field as ContactField] ?? null] as const]
      : [],
  );
  const personal: ContactDetails = Object.fromEntries(restored);
  const attributes = Object.entries(absorbed.attributes).filter(
    ([id, value]) => state.attributes[id] === value,
  );
  return [
    { type: 'ContactReleased', data: { subject, personal, contactId: otherId } },
    ...absorbed.labelIds
      .filter((labelId) => state.labelIds.includes(labelId))
      .map((labelId) => ({ type: 'ContactUnlabelled', data: { labelId } }) as const),
    ...attributes.map(
      ([attributeId]) => ({ type: 'ContactAttributeRemoved', data: { attributeId } }) as const,
    ),
    ...(absorbed.flags.includes('blocked') && state.isBlocked
      ? [{ type: 'ContactUnblocked', data: {} } as const]
      : []),
    ...(absorbed.flags.includes('vip') && state.isHighPriority
      ? [{ type: 'ContactUnprioritised', data: {} } as const]
      : []),
  ];
}

/**
 * Folds into which contact this contact was merged, and which contacts were merged into it. `contact` folds the
 * fields that a merge takes over.
 */
export function mergesAfter(
  state: ContactState,
  event: MergeEvent,
): Pick<ContactState, 'mergedInto' | 'absorbed'> {
  const { mergedInto, absorbed } = state;
  switch (event.type) {
    case 'ContactMerged':
      return { absorbed, mergedInto: event.data.intoId };
    case 'ContactUnmerged':
      return { absorbed, mergedInto: null };
    case 'ContactAbsorbed': {
      const { contactId, personal, labelIds, flags } = event.data;
      const taken = personal ?? {};
      const before = Object.fromEntries(
        Object.keys(taken).map((field) => [field, state.profile[field as ContactField] ?? null]),
      );
      const added: Absorbed = { taken, before, labelIds, attributes: {}, flags };
      return { mergedInto, absorbed: { ...absorbed, [contactId]: added } };
    }
    case 'ContactReleased': {
      const { [event.data.contactId]: _released, ...others } = absorbed;
      return { mergedInto, absorbed: others };
    }
  }
}

/**
 * Adds an attribute to the record of what a merge added: the attribute's event follows the merge, encrypted with the
 * subject key of the absorbed contact.
 */
export function withTakenAttribute(
  absorbed: ContactState['absorbed'],
  { subject, attributeId, value }: { subject: string; attributeId: string; value: string },
): ContactState['absorbed'] {
  const from = absorbed[subject];
  if (!from) return absorbed;
  return { ...absorbed, [subject]: { ...from, attributes: { ...from.attributes, [attributeId]: value } } };
}

/** Whether users enter this field, unlike the ids under which a provider knows a contact. */
function isWritten(field: string): field is ContactField {
  return field !== 'bsuid' && field !== 'username';
}
