import { itemsPart } from './items.part';

/** Segments, which are saved conditions on contacts, shared or private. */
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
