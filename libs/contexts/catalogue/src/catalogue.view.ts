import type { View } from '@parley/event-sourcing/projection/view';
import { nouns } from './nouns';
import { CATALOGUE } from './read/part';

/** View of all settings entities of the catalogue; each part projects its own tables. */
export const catalogueView: View = {
  name: CATALOGUE,
  prefixes: nouns.flatMap(({ part }) => part.prefixes),
  ddl: nouns.map(({ part }) => part.ddl).join('\n'),

  async project(events, tx) {
    for (const { part } of nouns) await part.project(events, tx);
    return [];
  },
};
