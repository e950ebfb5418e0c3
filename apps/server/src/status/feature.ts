import type { Feature } from '@parley/event-sourcing/feature';
import { StatusModule } from './status.module';

/** How all of it fares, in words. */
export const status: Feature = { http: StatusModule };
