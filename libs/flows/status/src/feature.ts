import type { Feature } from '@parley/feature/feature';
import { StatusModule } from './status.module';

/** The health of the product in words, for users. */
export const status: Feature = {
  // Every user may see it: each notices a failure.
  abilities: { status: { read: 'user' } },
  http: StatusModule,
};
