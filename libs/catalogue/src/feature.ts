import type { Feature } from '@parley/event-sourcing/feature';
import { CatalogueModule } from './catalogue.module';
import { CatalogueHttpModule } from './http/catalogue-http.module';
import { catalogueView } from './read/catalogue.projector';

/** Tags, labels and quick replies. */
export const catalogue: Feature = {
  module: CatalogueModule,
  views: [catalogueView],
  http: CatalogueHttpModule,
};
