import type { Fact } from './event';
import type { SettingFacts } from './facts';
import type { SlaPolicy } from '../rules/service-levels';

export type CustomerEvent =
  | Fact<'CustomerRegistered', { name: string; domain: string; storageName: string }>
  /** Another host name at which users of the organisation sign in. */
  | Fact<'CustomerDomainAdded', { domain: string }>
  | Fact<'CustomerDomainRemoved', { domain: string }>
  | Fact<'CustomerSettingChanged', CustomerSettingChange>
  /**
   * The organisation may have `limit` users and requests `wanted`. The request alone does not change `limit`; an
   * operator does.
   */
  | Fact<'UserLimitRaiseRequested', { limit: number; wanted: number }>;

/** Settings of a whole organisation (spec, section 3). A limit of -1 means no limit; a price of -1 means no price. */
export interface CustomerSettings {
  /** Whether a team's list also contains the team's conversations that are assigned to a user. */
  expandedTeamFilter: boolean;
  /** Agents who cannot see conversations of other teams; a user's own setting takes precedence. */
  forcedTeamFilter: ForcedTeamFilter;
  contactsModuleForAgentsEnabled: boolean;
  apiEnabled: boolean;
  openAiEnabled: boolean;
  openAiApiKey: StoredKey | null;
  noticeEnabled: boolean;
  noticeText: string;
  /**
   * URL for phone numbers in messages, with `{number}` in place of the number; empty: phone numbers are not links.
   */
  clickablePhonePattern: string;
  /**
   * ISO 3166 code, two letters: the country of phone numbers without a country code; empty: such numbers have no
   * country.
   */
  country: string;
  /** IANA time zone that decides where the days of reports begin and end. */
  timeZone: string;
  /** Whether managers may compare agents with each other. */
  comparesAgents: boolean;
  /** Targets for replying to contacts: the first policy whose conditions a conversation meets applies to it. */
  slaPolicies: SlaPolicy[];
  /** Days after which conversations are deleted; -1: never. */
  customDataRetentionDays: number;
  limitUsers: number;
  engageMessagesLimit: number;
  engageUniqueContactsLimit: number;
  embeddedSignupLimit: number;
  birdEmbeddedSignupLimit: number;
  flowsLimit: number;
  chatwootLimit: number;
  billingMonths: 1 | 12;
  /** Cents per user and month, with yearly and with monthly billing. */
  customUserPriceYearly: number;
  customUserPriceMonthly: number;
}

export type CustomerSettingName = keyof CustomerSettings;

export type CustomerSettingChange = {
  [Name in CustomerSettingName]: { name: Name; value: CustomerSettings[Name] };
}[CustomerSettingName];

export interface ForcedTeamFilter {
  enabled: boolean;
  /** The teams whose agents are restricted; empty: all agents. */
  teamIds: string[];
  includeUnassignedChats: boolean;
}

/** An encrypted secret: its name among the organisation's secrets, and its last four characters. */
export interface StoredKey {
  secret: string;
  lastFour: string;
}

/** Settings of an organisation that has not changed any. */
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
