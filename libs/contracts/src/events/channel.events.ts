import type { Fact } from './event';

export type Platform =
  | 'business_messages'
  | 'direct_messages'
  | 'email'
  | 'instagram'
  | 'messenger'
  | 'sms'
  | 'telegram'
  | 'test'
  | 'web'
  | 'whatsapp';

export type Provider = 'whatsapp-cloud' | 'test';

export type ChannelEvent = Fact<
  'ChannelConnected',
  {
    name: string;
    platform: Platform;
    provider: Provider;
    /** Hours after a contact's last message in which we may write freely; 0 is always. */
    customerCareWindowLength: number;
    readForAll: boolean;
    mandatoryAssign: boolean;
    /** Who may see it. Neither teams nor users: everyone in the organisation. */
    teamIds: string[];
    userIds: string[];
    /** The provider's own name of this account: WhatsApp's phone number id. */
    providerAccountId: string | null;
    /** Where the provider's API is reached. */
    apiBaseUrl: string | null;
    /** Names of the sealed secrets (`access-token`, `app-secret`, `verify-token`) that this channel has. */
    secrets: string[];
  }
>;
