import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/feature/feature';
import { TemplatesHttpModule } from './http/templates-http.module';
import { TemplateSync1766700000000 } from './read/template-sync.migration';
import { templatesView } from './read/templates.projector';
import { TemplatesModule } from './templates.module';

/** WhatsApp templates: as users of the organisation write them, and as the providers have them. */
export const templates: Feature = {
  module: TemplatesModule,
  migrations: [TemplateSync1766700000000],
  views: [templatesView],
  // Agents may read templates, to choose from them; managers may write them.
  abilities: { messageTemplatesManager: all('manager'), templates: { read: 'user' } },
  http: TemplatesHttpModule,
};
