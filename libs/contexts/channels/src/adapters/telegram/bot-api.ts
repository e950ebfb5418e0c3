import { manifest } from '@parley/contracts/channels/telegram/manifest';
import type { Alias, Connection } from '../adapter';
import { type Answer, askerOf, bodyOf } from '../http';
import { isRecord, number, record, text, type Json } from '../json';

/** This adapter was written against version 10.1 of the Bot API. */
const TELEGRAM_API = manifest.api.url!;

/** The ids of people are the same for all bots. */
export const SCOPE = 'telegram';

export const ask = askerOf(manifest.api);

export const ASK_TIMEOUT_MS = 10_000;
export const SEND_TIMEOUT_MS = 15_000;
export const MEDIA_TIMEOUT_MS = 60_000;

export interface BotError {
  code: number;
  description: string;
  /** Seconds to wait before a retry. */
  retryAfter?: number;
}

/**
 * An address of the Bot API. The address contains the token, so it is never stored, logged or shown.
 * @returns null if the token is malformed
 */
export function botUrl(
  connection: Connection,
  ...[root, ...path]: ['file' | 'method', ...string[]]
): string | null {
  const token = connection.secrets['bot-token'] ?? '';
  if (!/^\d+:[\w-]+$/.test(token)) return null;
  const base = (connection.apiBaseUrl ?? TELEGRAM_API).replace(/(?<!\/)\/+$/, '');
  const escaped = path.flatMap((part) => part.split('/')).map(encodeURIComponent);
  return [base, ...(root === 'file' ? ['file'] : []), `bot${token}`, ...escaped].join('/');
}

/** Calls a method with a JSON body, or with a form if there is a file. */
export async function call(
  connection: Connection,
  method: string,
  fields: Json | FormData,
  timeoutMs = ASK_TIMEOUT_MS,
): Promise<Answer> {
  const url = botUrl(connection, 'method', method);
  if (url === null) return { arrived: true, response: Response.json(badToken, { status: 401 }) };
  const isForm = fields instanceof FormData;
  const headers: Record<string, string> = isForm ? {} : { 'content-type': 'application/json' };
  const body = isForm ? fields : JSON.stringify(fields);
  return ask(connection, url, { method: 'POST', headers, body }, timeoutMs);
}

/** Telegram's response to an unknown token. */
const badToken = { ok: false, error_code: 401, description: 'Unauthorized' };

/** The result or the error in a response; null if the response is not of the Bot API. */
export async function resultOf(response: Response): Promise<{ result: Json } | { error: BotError } | null> {
  const body = await bodyOf(response);
  if (body.ok === true) return { result: record(body.result) };
  const code = number(body.error_code);
  if (code === undefined) return null;
  const parameters = isRecord(body.parameters) ? body.parameters : {};
  const description = text(body.description, 1024) ?? '';
  return { error: { code, description, retryAfter: number(parameters.retry_after) } };
}

/** The id of the chat with a person, which equals the person's id. */
export function chatIn(to: Alias[]): string | undefined {
  return to.find(({ kind, scope }) => kind === 'external' && scope === SCOPE)?.value;
}
