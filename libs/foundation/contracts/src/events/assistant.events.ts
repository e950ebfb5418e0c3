import type { Fact } from './event';
import type { Facts, SettingFacts } from './facts';

/** What the writing assistant does (spec, section 9). */
export const assistantActions = [
  ...(['formal', 'informal', 'rewrite'] as const),
  ...(['translate', 'summarise', 'generate'] as const),
] as const;
export type AssistantAction = (typeof assistantActions)[number];

/** `other` is typed. */
export const assistantLanguages = ['nl', 'en', 'es', 'fr', 'de', 'it', 'pt', 'other'] as const;
export type AssistantLanguage = (typeof assistantLanguages)[number];

/**
 * How a request ended: as the model ended it; before its end, at the provider's side or a limit (`cut`); by who asked
 * (`stopped`); or with nothing (`failed`).
 */
export const assistantOutcomes = ['done', 'cut', 'stopped', 'failed'] as const;
export type AssistantOutcome = (typeof assistantOutcomes)[number];

export const OPENAI_ADDRESS = 'https://api.openai.com/v1';

/** Where an organisation's assistant is, and how much may be asked of it. */
export interface AssistantSettings {
  /** Of an API that speaks OpenAI's Chat Completions, without `/chat/completions`. */
  address: string;
  /** Models to choose from, the usual one first. Empty: all that the provider names. */
  models: string[];
  /** E-mail addresses, phone and card numbers are replaced by marks before anything leaves. */
  hidesPersonalData: boolean;
  /** Tokens of the organisation in a calendar month (UTC); -1: no limit. */
  monthlyTokens: number;
  /** Requests of one user in a day (UTC); -1: no limit. */
  dailyRequests: number;
}

export const defaultAssistantSettings: Readonly<AssistantSettings> = {
  address: OPENAI_ADDRESS,
  models: [],
  hidesPersonalData: true,
  monthlyTokens: -1,
  dailyRequests: 500,
};

/** Stream `assistantSettings-<customer>`. */
export type AssistantSettingsEvent = Fact<'AssistantSettingsChanged', Partial<AssistantSettings>>;

/** Stream `assistantRun-<id of the request>`: who asked for what, and what it took. Never a word of the text. */
export type AssistantRunEvent =
  | Fact<
      'AssistantAsked',
      {
        userId: string;
        action: AssistantAction;
        model: string;
        /** Of a translation. */
        language: AssistantLanguage | null;
        /** How many messages were picked. */
        messages: number;
        /** How many addresses and numbers were replaced. */
        hidden: number;
      }
    >
  | Fact<
      'AssistantAnswered',
      {
        outcome: AssistantOutcome;
        /** The code of what went wrong; null where nothing did. */
        reason: string | null;
        requestTokens: number;
        responseTokens: number;
        /** The provider did not say: counted by us. */
        isEstimated: boolean;
      }
    >;

export const assistantSettingsFacts: SettingFacts<AssistantSettingsEvent, 'assistantSettings'> = {
  category: 'assistantSettings',
  isSetting: true,
  upcasters: { AssistantSettingsChanged: [] },
};

export const assistantRunFacts: Facts<AssistantRunEvent, 'assistantRun'> = {
  category: 'assistantRun',
  upcasters: { AssistantAsked: [], AssistantAnswered: [] },
};
