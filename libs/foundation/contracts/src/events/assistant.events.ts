import type { Fact } from './event';
import type { Facts, SettingFacts } from './facts';

/** Actions of the writing assistant (spec, section 9). */
export const assistantActions = [
  ...(['formal', 'informal', 'rewrite'] as const),
  ...(['translate', 'summarise', 'generate'] as const),
] as const;
export type AssistantAction = (typeof assistantActions)[number];

/** Languages to translate into; for `other` the user types the language. */
export const assistantLanguages = ['nl', 'en', 'es', 'fr', 'de', 'it', 'pt', 'other'] as const;
export type AssistantLanguage = (typeof assistantLanguages)[number];

/**
 * How a request ended: `done` when the model finished; `cut` when the provider or a limit ended the answer early;
 * `stopped` when the
 * user stopped it; `failed` when there was no answer.
 */
export const assistantOutcomes = ['done', 'cut', 'stopped', 'failed'] as const;
export type AssistantOutcome = (typeof assistantOutcomes)[number];

export const OPENAI_ADDRESS = 'https://api.openai.com/v1';

/** The provider and the limits of an organisation's assistant. */
export interface AssistantSettings {
  /** Base URL of an API that is compatible with OpenAI's Chat Completions, without `/chat/completions`. */
  address: string;
  /** Models to choose from, the default first. Empty: all models that the provider lists. */
  models: string[];
  /** Whether placeholders replace e-mail addresses, phone numbers and card numbers in texts for the provider. */
  hidesPersonalData: boolean;
  /** Maximum number of tokens of the organisation in a calendar month (UTC); -1: no limit. */
  monthlyTokens: number;
  /** Maximum number of requests of one user in a day (UTC); -1: no limit. */
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

/**
 * Stream `assistantRun-<id of the request>`: who requested which action, and the tokens that it used. No event
 * contains any of the
 * text.
 */
export type AssistantRunEvent =
  | Fact<
      'AssistantAsked',
      {
        userId: string;
        action: AssistantAction;
        model: string;
        /** Target language of a translation; null for every other action. */
        language: AssistantLanguage | null;
        /** Number of messages that the user selected. */
        messages: number;
        /** Number of addresses and numbers that placeholders replaced. */
        hidden: number;
      }
    >
  | Fact<
      'AssistantAnswered',
      {
        outcome: AssistantOutcome;
        /** Error code; null if nothing went wrong. */
        reason: string | null;
        requestTokens: number;
        responseTokens: number;
        /** True: the server estimated the tokens, since the provider did not report them. */
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
