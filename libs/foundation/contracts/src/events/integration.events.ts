import type { Fact } from './event';
import type { Facts } from './facts';

/** Source or target of a program's event: an arbitrary name, or the id of an object in Parley. */
export interface EventReference {
  reference: string;
  /**
   * The program's own word for the kind of object, such as `user`, `contact` or `order`; null if the program gave
   * none.
   */
  entityType: string | null;
}

/** Something that happened outside Parley, as a program of the organisation reports it. Parley does not act on it. */
export type IntegrationEvent = Fact<
  'IntegrationEventStated',
  { name: string; from: EventReference; target: EventReference | null }
>;

export const integrationFacts: Facts<IntegrationEvent, 'integration'> = {
  category: 'integration',
  upcasters: { IntegrationEventStated: [] },
};
