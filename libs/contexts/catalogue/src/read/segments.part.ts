import { itemsPart } from './items.part';

/** Saved conditions on contacts, those of everybody and those that somebody has alone. */
export const segmentsPart = itemsPart(
  'segment',
  'segment',
  'name text not null, conditions jsonb not null, visibility text not null, owner_id uuid not null',
  ({ name, conditions, visibility, ownerId }) => ({
    name,
    conditions: JSON.parse(conditions) as unknown,
    visibility,
    owner_id: ownerId,
  }),
);
