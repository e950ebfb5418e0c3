import { Api } from './api';
import { demo } from './demo';
import type { Product } from './product';
import { expect } from './test';

/** Once Parley knows the templates that the providers of the demo organisation have. */
export async function synchronised(product: Product): Promise<void> {
  const api = await Api.signIn(product, demo.manager.email);
  const response = await api.request('POST', '/api/v2/channels/sync-whatsapp-templates');
  expect(response.status).toBe(200);
}
