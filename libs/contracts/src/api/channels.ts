import type { Platform, Provider } from '../events';

export interface ChannelResponse {
  id: string;
  /** What colleagues call it: its internal name, where it has one. */
  name: string;
  platform: Platform;
  provider: Provider;
  /** Hours; 0 is always open. */
  customerCareWindowLength: number;
  mandatoryAssign: boolean;
  readForAll: boolean;
  /** Off: it brings nothing any more, and nothing can be sent. */
  isConnected: boolean;
}
