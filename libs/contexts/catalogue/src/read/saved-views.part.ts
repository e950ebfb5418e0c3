import { itemsPart } from './items.part';

/** Views of the inbox, shared or private. */
export const savedViewsPart = itemsPart(
  'savedView',
  'saved_view',
  'name text not null, query text not null, visibility text not null, owner_id uuid not null',
  ({ name, query, visibility, ownerId }) => ({ name, query, visibility, owner_id: ownerId }),
);
