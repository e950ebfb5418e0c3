import type { CustomerSettings } from '../events/customer.events';

/** GET /api/v3/customer-settings */
export interface CustomerSettingsResponse {
  settings: Omit<CustomerSettings, 'openAiApiKey'> & {
    /** The key itself is never shown again. */
    openAiApiKey: { lastFour: string } | null;
  };
  /** How much of what is limited is used. */
  use: { users: number };
}

/** PATCH /api/v3/customer-settings/from-map: any of these, and nothing else. */
export interface CustomerSettingsMap {
  expandedTeamFilter?: boolean;
  /** Null removes it. */
  openAiApiKey?: string | null;
  /** IANA. */
  timeZone?: string;
  comparesAgents?: boolean;
}
