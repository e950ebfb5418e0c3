import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/event-sourcing/feature';
import { CatalogueModule } from './catalogue.module';
import { catalogueView } from './catalogue.view';
import { CatalogueHttpModule } from './http/catalogue-http.module';

/** Tags, labels and quick replies. */
export const catalogue: Feature = {
  module: CatalogueModule,
  views: [catalogueView],
  abilities: {
    tags: { ...all('manager'), read: 'user' },
    labels: { ...all('manager'), read: 'user' },
    // One's own, and to insert everybody's. Those are in everybody's mouth: managers change them.
    quickReplies: all('user'),
    sharedQuickReplies: all('manager'),
  },
  http: CatalogueHttpModule,
};
