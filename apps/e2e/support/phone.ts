import type { TestChannelEvent } from '../../../libs/foundation/contracts/src/api/test-channel';
import { Api } from './api';
import { demo } from './demo';
import type { Product } from './product';

/**
 * Returns a function that sends events as the test channel's phone, with the rights of an agent who can see the
 * channel.
 */
export async function phoneOf(product: Product): Promise<(event: TestChannelEvent) => Promise<void>> {
  const api = await Api.signIn(product, demo.agent.email);
  return async (event) => {
    const response = await api.request('POST', `/ingress/test/${demo.testChannelId}`, { events: [event] });
    if (!response.ok) throw new Error(`The phone was answered with ${response.status}.`);
  };
}
