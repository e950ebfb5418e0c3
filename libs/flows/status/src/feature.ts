import type { Feature } from '@parley/feature/feature';
import { StatusModule } from './status.module';

/** The health of the product, described for users. */
export const status: Feature = {
  // Every role may see it, since a failure affects all users.
  abilities: { status: { read: 'user' } },
  http: StatusModule,
};
