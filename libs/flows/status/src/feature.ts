import type { Feature } from '@parley/feature/feature';
import { StatusModule } from './status.module';

/** How all of it fares, in words. */
export const status: Feature = {
  // Whether everything works: everybody notices when it does not.
  abilities: { status: { read: 'user' } },
  http: StatusModule,
};
