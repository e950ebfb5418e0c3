import type { Fact } from './event';
import type { SettingFacts } from './facts';
import type { SlaPolicy } from '../rules/service-levels';

export type CustomerEvent =
  | Fact<'CustomerRegistered', { name: string; domain: string; storageName: string }>
  /** One more host under which its users sign in. */
  | Fact<'CustomerDomainAdded', { domain: string }>
  | Fact<'CustomerDomainRemoved', { domain: string }>
  | Fact<'CustomerSettingChanged', CustomerSettingChange>
  /** They may have `limit` users and ask for more; `limit` is changed by whoever agrees. */
  | Fact<'UserLimitRaiseRequested', { limit: number; wanted: number }>;

/** What is set for a whole organisation (spec, section 3). Limits and prices of -1 are none. */
export interface CustomerSettings {
  /** The team's list holds conversations of the team that are assigned to a user, too. */
  expandedTeamFilter: boolean;
  /** Agents who may see no other teams' conversations, unless a filter of their own says otherwise. */
  forcedTeamFilter: ForcedTeamFilter;
  contactsModuleForAgentsEnabled: boolean;
  apiEnabled: boolean;
  openAiEnabled: boolean;
  openAiApiKey: StoredKey | null;
  noticeEnabled: boolean;
  noticeText: string;
  /** The address that a phone number in a message leads to, with `{number}` where the number stands; empty: none. */
  clickablePhonePattern: string;
  /** Two letters of ISO 3166: whose phones are written without a country's code; empty: of none. */
  country: string;
  /** IANA: where the days of reports begin and end. */
  timeZone: string;
  /** Managers see how agents do beside each other. */
  comparesAgents: boolean;
  /** How soon contacts are answered: of each conversation the first policy counts whose conditions it meets. */
  slaPolicies: SlaPolicy[];
  /** Days after which conversations are no longer kept. */
  customDataRetentionDays: number;
  limitUsers: number;
  engageMessagesLimit: number;
  engageUniqueContactsLimit: number;
  embeddedSignupLimit: number;
  birdEmbeddedSignupLimit: number;
  flowsLimit: number;
  chatwootLimit: number;
  billingMonths: 1 | 12;
  /** Cents per user and month. */
  customUserPriceYearly: number;
  customUserPriceMonthly: number;
}

export type CustomerSettingName = keyof CustomerSettings;

export type CustomerSettingChange = {
  [Name in CustomerSettingName]: { name: Name; value: CustomerSettings[Name] };
}[CustomerSettingName];

export interface ForcedTeamFilter {
  enabled: boolean;
  /** The teams whose agents it holds for; none: every agent. */
  teamIds: string[];
  includeUnassignedChats: boolean;
}

/** A sealed secret: the name under which it lies among the organisation's secrets, and its last characters. */
export interface StoredKey {
  secret: string;
  lastFour: string;
}

/** What holds for an organisation until something is said. */
export const defaultCustomerSettings: Readonly<CustomerSettings> = {
  expandedTeamFilter: false,
  forcedTeamFilter: { enabled: false, teamIds: [], includeUnassignedChats: false },
  contactsModuleForAgentsEnabled: false,
  apiEnabled: false,
  openAiEnabled: false,
  openAiApiKey: null,
  noticeEnabled: false,
  noticeText: '',
  clickablePhonePattern: '',
  country: '',
  timeZone: 'UTC',
  comparesAgents: true,
  slaPolicies: [],
  customDataRetentionDays: -1,
  limitUsers: -1,
  engageMessagesLimit: -1,
  engageUniqueContactsLimit: -1,
  embeddedSignupLimit: -1,
  birdEmbeddedSignupLimit: -1,
  flowsLimit: -1,
  chatwootLimit: -1,
  billingMonths: 1,
  customUserPriceYearly: -1,
  customUserPriceMonthly: -1,
};

export const customerFacts: SettingFacts<CustomerEvent, 'customer'> = {
  category: 'customer',
  isSetting: true,
  upcasters: {
    CustomerRegistered: [],
    CustomerDomainAdded: [],
    CustomerDomainRemoved: [],
    CustomerSettingChanged: [],
    UserLimitRaiseRequested: [],
  },
};
