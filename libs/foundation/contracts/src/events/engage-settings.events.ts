import type { Fact } from './event';
import type { SettingFacts } from './facts';
import type { QuietHours } from '../rules/quiet-hours';
import { templateCategories, type TemplateCategory } from './template-content';

/** What a message of a category costs to numbers that begin with a calling code. */
export interface MessagePrice {
  /** Digits, without the plus: `31`. */
  callingCode: string;
  category: TemplateCategory;
  /** Hundredths of a cent of a euro. */
  amount: number;
}

/** How an organisation sends broadcasts. */
export interface EngageSettings {
  /** IANA: months of the limits, and times of broadcasts, are read from its clock. */
  timeZone: string;
  /** Nothing leaves in these hours, by the clock that the broadcast goes by. */
  quietHours: QuietHours;
  /** Marketing goes to those alone who agreed to it. */
  needsOptIn: boolean;
  /** Words that end marketing for whoever writes one, in lower case. */
  optOutWords: string[];
  /** Messages that a channel sends in a second, at most. */
  perSecond: number;
  prices: MessagePrice[];
}

export const defaultEngageSettings: Readonly<EngageSettings> = {
  timeZone: 'UTC',
  quietHours: { isOn: false, from: '21:00', until: '08:00' },
  needsOptIn: true,
  optOutWords: ['stop', 'stoppen', 'afmelden', 'unsubscribe', 'baja', 'cancelar', 'alto'],
  perSecond: 80,
  prices: [],
};

/** Stream `engageSettings-<customer>`. */
export type EngageSettingsEvent =
  | Fact<'EngageSettingsChanged', Partial<EngageSettings>>
  /** They ask for higher limits. */
  | Fact<'EngageLimitRaiseRequested', { messages: number; contacts: number }>;

export const engageSettingsFacts: SettingFacts<EngageSettingsEvent, 'engageSettings'> = {
  category: 'engageSettings',
  isSetting: true,
  upcasters: { EngageSettingsChanged: [], EngageLimitRaiseRequested: [] },
};

export const MOST_PRICES = 200;
export const MOST_OPT_OUT_WORDS = 50;
export const FASTEST_PER_SECOND = 1_000;

export const isPricedCategory = (category: string): category is TemplateCategory =>
  templateCategories.some((known) => known === category);
