import type { Fact } from './event';
import type { Facts } from './facts';

/** Who or what an event of a program is about: in words of its own, or by the id of something of ours. */
export interface EventReference {
  reference: string;
  /** `user`, `contact`, `order`: whatever the program calls it; null where it does not say. */
  entityType: string | null;
}

/** What happened elsewhere, as a program of the organisation states it. Nothing of the product follows from it. */
export type IntegrationEvent = Fact<
  'IntegrationEventStated',
  { name: string; from: EventReference; target: EventReference | null }
>;

export const integrationFacts: Facts<IntegrationEvent, 'integration'> = {
  category: 'integration',
  upcasters: { IntegrationEventStated: [] },
};
