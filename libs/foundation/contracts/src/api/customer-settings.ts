import type { SlaPolicy } from '../rules/service-levels';
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
  /** Two letters of ISO 3166; empty: none. */
  country?: string;
  /** IANA. */
  timeZone?: string;
  comparesAgents?: boolean;
  slaPolicies?: SlaPolicy[];
}
