import type { Type } from '@nestjs/common';
import type { AbilityTable } from '@parley/contracts/abilities';
import type { Part } from './read/part';

/** Parts of a settings entity, which the view and the modules of the catalogue collect from `nouns`. */
export interface Noun {
  part: Part;
  queries: Type;
  /** Handlers of commands that only this entity has; `ItemHandler` handles the commands that all entities share. */
  handlers?: Type[];
  controllers: Type[];
  abilities: AbilityTable;
}
