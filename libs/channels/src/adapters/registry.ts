import type { Provider } from '@parley/contracts/events';
import type { ProviderAdapter } from './adapter';
import { testAdapter } from './test/test.adapter';
import { whatsappCloudAdapter } from './whatsapp-cloud/whatsapp-cloud.adapter';

const adapters: Record<Provider, ProviderAdapter> = {
  'whatsapp-cloud': whatsappCloudAdapter,
  test: testAdapter,
};

export const providers = Object.keys(adapters) as Provider[];

export function isProvider(name: string): name is Provider {
  return Object.hasOwn(adapters, name);
}

export function adapterOf(provider: Provider): ProviderAdapter {
  return adapters[provider];
}
