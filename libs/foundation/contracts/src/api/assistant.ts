import type {
  AssistantAction,
  AssistantLanguage,
  AssistantOutcome,
  AssistantSettings,
} from '../events/assistant.events';

/** Characters of what is typed. */
export const ASSISTANT_TEXT_LENGTH = 20_000;
export const ASSISTANT_LANGUAGE_LENGTH = 40;
export const MODEL_LENGTH = 120;
export const MOST_MODELS = 50;
export const MOST_ASSISTANT_MESSAGES = 100;
/** Characters of one message that was picked. */
export const ASSISTANT_MESSAGE_LENGTH = 4_000;
/** Characters of all that one request says. */
export const ASSISTANT_REQUEST_LENGTH = 40_000;
export const MOST_TOKENS = 1_000_000_000;

/** GET /api/v3/assistant: what the dialog has to know before anything is asked. */
export interface AssistantResponse {
  isEnabled: boolean;
  hasKey: boolean;
  /** Whom the texts go to: `api.openai.com`. */
  host: string;
  hidesPersonalData: boolean;
  /** Null: whatever `GET /api/v3/assistant/models` names. */
  models: string[] | null;
}

/** GET /api/v3/assistant/models: what the provider names. */
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

/** POST /api/v3/assistant/tokens; POST /api/v3/assistant/runs asks for the same. */
export interface AssistantTokensResponse {
  /** Of the text, and of the messages that were picked. */
  input: number;
  /** Of all that is sent. */
  request: number;
  /** The model's own tokens are counted so; else it is about as many. */
  isExact: boolean;
}

/** POST /api/v3/assistant/runs answers with a line of JSON for each of these. */
export type AssistantLine =
  | { type: 'begun'; tokens: AssistantTokensResponse; hidden: number }
  | { type: 'text'; text: string }
  | {
      type: 'ended';
      outcome: Exclude<AssistantOutcome, 'failed'>;
      /** A code: why it was cut; null where the provider said nothing. */
      reason: string | null;
      tokens: { request: number; response: number; total: number; isExact: boolean };
      /** Links of the text that the answer lacks. */
      lostLinks: string[];
    };

export interface AssistantUse {
  requests: number;
  tokens: number;
}

/** GET /api/v3/assistant/usage: one calendar month, UTC. */
export interface AssistantUsageResponse {
  /** `2026-11` */
  month: string;
  total: AssistantUse & { failed: number };
  monthlyTokens: number;
  dailyRequests: number;
  users: (AssistantUse & { userId: string })[];
  actions: (AssistantUse & { action: AssistantAction })[];
  models: (AssistantUse & { model: string })[];
  /** The newest. */
  latest: {
    id: string;
    userId: string;
    action: AssistantAction;
    model: string;
    language: AssistantLanguage | null;
    askedAt: string;
    /** Null: not ended yet, or nobody saw it end. */
    outcome: AssistantOutcome | null;
    reason: string | null;
    tokens: number;
  }[];
}
