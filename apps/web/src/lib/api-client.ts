import { newId } from './id';
import { noteServerTime } from './clock';
import { failureOf, RequestFailed } from './problem';
import { API_KEY, session } from './session';

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
  /**
   * Whether the request creates something. If so, it is sent with an idempotency key, which stays the same for
   * repetitions until a definite response has come.
   */
  makes?: boolean;
}

/** Maximum bytes of all keepalive request bodies in flight; browsers refuse more than 64 KiB. */
const KEEPALIVE_BYTES = 60_000;
let keptAlive = 0;

/** Idempotency keys of creating requests without a definite response, by path and body. */
const unanswered = new Map<string, string>();
const MAX_UNANSWERED = 100;

/** Headers that authenticate the signed-in user. */
export async function authorization(): Promise<Record<string, string>> {
  return { 'api-key': API_KEY, Authorization: `Bearer ${await session.token()}` };
}

/**
 * Calls the API as the signed-in user. If the server refuses the access token, renews it and tries once more.
 * @throws RequestFailed
 */
export async function api<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const words = `${path} ${JSON.stringify(options.body)}`;
  const key = options.makes ? (unanswered.get(words) ?? newId()) : undefined;
  if (key) remember(words, key);
  let response = await send(path, options, key);
  if (response.status === 401) {
    await session.renew();
    response = await send(path, options, key);
  }
  const failure = response.ok ? null : await failureOf(response);
  if (!failure?.isPassing) unanswered.delete(words);
  if (failure) {
    // The organisation does not allow this IP address: renewing the token fails, too, and leads to a page that
    // explains it.
    if (failure.code === 'ip_not_allowed') await session.renew();
    throw failure;
  }
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

function remember(words: string, key: string): void {
  unanswered.set(words, key);
  const [oldest] = unanswered.keys();
  if (unanswered.size > MAX_UNANSWERED && oldest !== undefined) unanswered.delete(oldest);
}

/**
 * Sends a request. Commands use keepalive, so that leaving the page does not cancel them, as long as
 * `KEEPALIVE_BYTES` allows it.
 */
async function send(
  path: string,
  { method = 'GET', body, signal }: RequestOptions,
  key: string | undefined,
): Promise<Response> {
  const headers = await authorization();
  if (key) headers['Idempotency-Key'] = key;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const json = body === undefined ? undefined : JSON.stringify(body);
  const bytes = new Blob([json ?? '']).size;
  const keepalive = method !== 'GET' && keptAlive + bytes <= KEEPALIVE_BYTES;
  if (keepalive) keptAlive += bytes;
  try {
    const askedAt = Date.now();
    const credentials = 'same-origin';
    const response = await fetch(path, { method, headers, credentials, body: json, signal, keepalive });
    noteServerTime(response, askedAt);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestFailed('network', 0);
  } finally {
    if (keepalive) keptAlive -= bytes;
  }
}

/** Query string without the parameters that are null or undefined. */
export function query(parameters: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : '';
}
