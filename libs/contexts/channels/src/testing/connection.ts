import type { ConnectChannel } from '../write/channel.handler';

/**
 * Connection of a WhatsApp channel without a care window or mandatory assignment, with its provider's API at
 * `apiBaseUrl`.
 */
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
