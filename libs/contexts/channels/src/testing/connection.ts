import type { ConnectChannel } from '../write/channel.handler';

/** What connects a WhatsApp channel that asks nothing of agents, at a provider that listens at `apiBaseUrl`. */
export function whatsAppConnection(
  providerAccountId: string,
  apiBaseUrl: string,
): ConnectChannel['connection'] {
  return {
    name: 'WhatsApp',
    platform: 'whatsapp',
    provider: 'whatsapp-cloud',
    customerCareWindowLength: 0,
    readForAll: true,
    mandatoryAssign: false,
    teamIds: [],
    userIds: [],
    providerAccountId,
    businessAccountId: null,
    apiBaseUrl,
  };
}
