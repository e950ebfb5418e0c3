import type { SlaPolicy } from '../rules/service-levels';
import type { CustomerSettings } from '../events/customer.events';

/** GET /api/v3/customer-settings */
export interface CustomerSettingsResponse {
  settings: Omit<CustomerSettings, 'openAiApiKey'> & {
    /** The API never returns the key itself. */
    openAiApiKey: { lastFour: string } | null;
  };
  /** Current use of what the settings limit. */
  use: { users: number };
}

/** PATCH /api/v3/customer-settings/from-map: any of these fields, and no others. */
export interface CustomerSettingsMap {
  expandedTeamFilter?: boolean;
  /** Null removes the key. */
  openAiApiKey?: string | null;
  /** ISO 3166 code of two letters; empty: none. */
  country?: string;
  /** IANA name. */
  timeZone?: string;
  comparesAgents?: boolean;
  slaPolicies?: SlaPolicy[];
}
