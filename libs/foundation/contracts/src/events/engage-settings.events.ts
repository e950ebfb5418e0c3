import type { Fact } from './event';
import type { SettingFacts } from './facts';
import type { QuietHours } from '../rules/quiet-hours';
import { templateCategories, type TemplateCategory } from './template-content';

/** Price of a message of a category to phone numbers with a calling code. */
export interface MessagePrice {
  /** Digits without the plus: `31`. */
  callingCode: string;
  category: TemplateCategory;
  /** In hundredths of a euro cent. */
  amount: number;
}

/** An organisation's settings for broadcasts. */
export interface EngageSettings {
  /** IANA time zone: decides when a month of the limits begins, and is the default for times of broadcasts. */
  timeZone: string;
  /** No message of a broadcast is sent in these hours, in the time zone that the broadcast uses. */
  quietHours: QuietHours;
  /** True: marketing goes only to contacts who opted in. */
  needsOptIn: boolean;
  /** A contact who sends one of these words opts out of marketing; in lower case. */
  optOutWords: string[];
  /** Maximum number of messages that a channel sends per second. */
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
  /** The organisation requests higher limits. */
  | Fact<'EngageLimitRaiseRequested', { messages: number; contacts: number }>;

export const engageSettingsFacts: SettingFacts<EngageSettingsEvent, 'engageSettings'> = {
  category: 'engageSettings',
  isSetting: true,
  upcasters: { EngageSettingsChanged: [], EngageLimitRaiseRequested: [] },
};

export const MAX_PRICES = 200;
export const MAX_OPT_OUT_WORDS = 50;
export const FASTEST_PER_SECOND = 1_000;

export const isPricedCategory = (category: string): category is TemplateCategory =>
  templateCategories.some((known) => known === category);
