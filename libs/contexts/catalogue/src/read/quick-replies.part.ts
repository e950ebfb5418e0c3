import { itemsPart } from './items.part';

export const quickRepliesPart = itemsPart(
  'quickReply',
  'quick_reply',
  'title text, message text not null, visibility text not null, owner_id uuid not null',
  ({ title, message, visibility, ownerId }) => ({ title, message, visibility, owner_id: ownerId }),
);
