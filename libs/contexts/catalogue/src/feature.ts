import type { AbilityTable } from '@parley/contracts/abilities';
import type { Feature } from '@parley/feature/feature';
import { CatalogueModule } from './catalogue.module';
import { catalogueView } from './catalogue.view';
import { CatalogueHttpModule } from './http/catalogue-http.module';
import { nouns } from './nouns';

/** Tags, labels, quick replies, segments, contact attributes and saved views. */
export const catalogue: Feature = {
  module: CatalogueModule,
  views: [catalogueView],
  abilities: Object.assign({}, ...nouns.map((noun) => noun.abilities)) as AbilityTable,
  http: CatalogueHttpModule,
};
