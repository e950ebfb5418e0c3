import type { Platform, Provider } from '../events';

export interface ChannelResponse {
  id: string;
  name: string;
  platform: Platform;
  provider: Provider;
  /** Hours; 0 is always open. */
  customerCareWindowLength: number;
  mandatoryAssign: boolean;
  readForAll: boolean;
}
