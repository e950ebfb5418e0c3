import type { Feature } from '@parley/feature/feature';
import { SupportRequest1767330000000 } from './support-request.migration';
import { SupportModule } from './support.module';

/** Support requests to the operator of the installation. */
export const support: Feature = {
  abilities: { support: { read: 'user', create: 'user' } },
  migrations: [SupportRequest1767330000000],
  http: SupportModule,
};
