import { ProviderFailure } from './provider-failure';

/** A provider's error, parsed from the dialects of OpenAI, Azure, Mistral, vLLM, Ollama and LiteLLM. */
export interface Refusal {
  status: number;
  /** Such as `insufficient_quota` or `context_length_exceeded`. */
  code: string;
  message: string;
  /** Name of the refused parameter; empty if the provider names none. */
  param: string;
}

/** Parameters that can be left out, or replaced, if a server does not support them. */
export const removable = ['stream_options', 'max_tokens', 'max_completion_tokens'] as const;
export type Removable = (typeof removable)[number];

export function refusalOf(status: number, body: string): Refusal {
  const said = parse(body);
  const error = isRecord(said.error) ? said.error : said;
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const message = [text(error.message), text(said.error), text(said.message), detailOf(said.detail)]
    .join(' ')
    .trim();
  return {
    status,
    code: `${text(error.code)} ${text(error.type)}`.trim(),
    message,
    param: text(error.param),
  };
}

/** The refused parameter if it can be left out; null if that would not help. */
export function refusedParameter({ status, param, message }: Refusal): Removable | null {
  if (status !== 400 && status !== 422) return null;
  const named = (words: string) =>
    /include_usage|stream_options/.test(words)
      ? 'stream_options'
      : (/\bmax_completion_tokens|\bmax_tokens/.exec(words)?.[0] as Removable | undefined);
  if (param !== '') return named(param) ?? null;
  // A message about a too long context may mention a parameter without refusing it.
  return isTooLong(message) ? null : (named(message) ?? null);
}

/** The failure that a user sees for a refusal. */
export function failureOf({ status, code, message }: Refusal): ProviderFailure {
  if (status === 401 || status === 403 || /invalid_api_key/.test(code))
    return new ProviderFailure('assistant_no_key');
  if (status === 429 || status === 402 || isQuota(code)) return new ProviderFailure('assistant_quota');
  if (status === 413 || /context_length_exceeded/.test(code) || isTooLong(message)) {
    return new ProviderFailure('assistant_too_long');
  }
  if (status === 404 || /model_not_found/.test(code)) return new ProviderFailure('assistant_model');
  return new ProviderFailure('assistant_failed', String(status));
}

/** An exhausted quota is not available again soon, so a retry is useless. */
export function isQuota(code: string): boolean {
  return /insufficient_quota|billing_hard_limit/.test(code);
}

/** The wait in ms that a Retry-After header demands; null if the header is missing or unreadable. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function isTooLong(message: string): boolean {
  return /context (length|window|size)|maximum context|too many tokens|prompt is too long/i.test(message);
}

function detailOf(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return '';
  return detail
    .slice(0, 10)
    .map((item: unknown) => (isRecord(item) && Array.isArray(item.loc) ? item.loc.join('.') : ''))
    .join(' ');
}

function parse(body: string): Record<string, unknown> {
  try {
    const said: unknown = JSON.parse(body);
    return isRecord(said) ? said : Array.isArray(said) && isRecord(said[0]) ? said[0] : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
