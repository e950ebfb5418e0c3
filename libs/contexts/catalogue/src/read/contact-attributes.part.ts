import { choicesIn } from '@parley/contracts/events';
import { itemsPart } from './items.part';

/** Fields that organisations define for their contacts. */
export const contactAttributesPart = itemsPart(
  'contactAttribute',
  'contact_attribute',
  'name text not null, kind text not null, choices jsonb not null',
  ({ name, kind, choices }) => ({ name, kind, choices: choicesIn(choices) }),
);
