import type { Type } from '@nestjs/common';
import type { AbilityTable } from '@parley/contracts/abilities';
import type { Part } from './read/part';

/** All that one noun brings to the catalogue. The view and the modules loop over `nouns`. */
export interface Noun {
  part: Part;
  /** Its reads, which its routes ask for. */
  queries: Type;
  /** Handlers of commands that only this noun has; `ItemHandler` handles those that all have. */
  handlers?: Type[];
  /** Its routes. */
  controllers: Type[];
  /** Who may do what with it. */
  abilities: AbilityTable;
}
