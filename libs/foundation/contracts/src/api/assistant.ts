import type {
  AssistantAction,
  AssistantLanguage,
  AssistantOutcome,
  AssistantSettings,
} from '../events/assistant.events';

/** Maximum length in characters of the text that the user types. */
export const ASSISTANT_TEXT_LENGTH = 20_000;
export const ASSISTANT_LANGUAGE_LENGTH = 40;
export const MODEL_LENGTH = 120;
export const MAX_MODELS = 50;
export const MAX_ASSISTANT_MESSAGES = 100;
/** Maximum length in characters of one selected message. */
export const ASSISTANT_MESSAGE_LENGTH = 4_000;
/** Maximum length in characters of all texts of a request together. */
export const ASSISTANT_REQUEST_LENGTH = 40_000;
export const MAX_TOKENS = 1_000_000_000;

/** GET /api/v3/assistant: the state that the dialog needs before the first request. */
export interface AssistantResponse {
  isEnabled: boolean;
  hasKey: boolean;
  /** Host of the provider that receives the texts: `api.openai.com`. */
  host: string;
  hidesPersonalData: boolean;
  /** Null: the models of `GET /api/v3/assistant/models`. */
  models: string[] | null;
}

/** GET /api/v3/assistant/models: the provider's models. */
export interface AssistantModelsResponse {
  models: string[];
}

/** GET /api/v3/assistant/settings */
export interface AssistantSettingsResponse {
  settings: AssistantSettings;
  isEnabled: boolean;
  apiKey: { lastFour: string } | null;
}

export interface AssistantMessage {
  from: 'contact' | 'colleague';
  text: string;
}

/** POST /api/v3/assistant/tokens, with the same request as POST /api/v3/assistant/runs. */
export interface AssistantTokensResponse {
  /** Number of tokens of the text and the selected messages. */
  input: number;
  /** Number of tokens of the whole request, including the instructions. */
  request: number;
  /** True: counted with the model's own tokeniser; false: an estimate. */
  isExact: boolean;
}

/** One line of the JSON Lines response of POST /api/v3/assistant/runs. */
export type AssistantLine =
  | { type: 'begun'; tokens: AssistantTokensResponse; hidden: number }
  | { type: 'text'; text: string }
  | {
      type: 'ended';
      outcome: Exclude<AssistantOutcome, 'failed'>;
      /** Code of the reason why the answer was cut; null if the provider gave none. */
      reason: string | null;
      tokens: { request: number; response: number; total: number; isExact: boolean };
      /** Links in the request's text that the answer does not contain. */
      lostLinks: string[];
    };

export interface AssistantUse {
  requests: number;
  tokens: number;
}

/** GET /api/v3/assistant/usage: use in one calendar month (UTC). */
export interface AssistantUsageResponse {
  /** `2026-11` */
  month: string;
  total: AssistantUse & { failed: number };
  monthlyTokens: number;
  dailyRequests: number;
  users: (AssistantUse & { userId: string })[];
  actions: (AssistantUse & { action: AssistantAction })[];
  models: (AssistantUse & { model: string })[];
  /** The newest requests. */
  latest: {
    id: string;
    userId: string;
    action: AssistantAction;
    model: string;
    language: AssistantLanguage | null;
    askedAt: string;
    /** Null: still running, or the server stopped before the end. */
    outcome: AssistantOutcome | null;
    reason: string | null;
    tokens: number;
  }[];
}
