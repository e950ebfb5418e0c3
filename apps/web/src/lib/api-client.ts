import { failureOf, RequestFailed } from './problem';
import { API_KEY, session } from './session';

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
}

/** Browsers allow 64 KiB for the bodies of all requests together that outlive their page, and refuse more. */
const KEEPALIVE_BYTES = 60_000;
let keptAlive = 0;

/** Headers that speak for who is signed in. */
export async function authorization(): Promise<Record<string, string>> {
  return { 'api-key': API_KEY, Authorization: `Bearer ${await session.token()}` };
}

/**
 * Calls the API as who is signed in. A token that the server no longer takes is renewed once.
 * @throws RequestFailed
 */
export async function api<T>(path: string, options: RequestOptions = {}): Promise<T> {
  let response = await send(path, options);
  if (response.status === 401) {
    await session.renew();
    response = await send(path, options);
  }
  if (!response.ok) {
    const failure = await failureOf(response);
    // The organisation may be used from here no more: the session says so, and leaves.
    if (failure.code === 'ip_not_allowed') await session.renew();
    throw failure;
  }
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Commands go out although the page is left meanwhile, as far as there is room for that. */
async function send(path: string, { method = 'GET', body, signal }: RequestOptions): Promise<Response> {
  const headers = await authorization();
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const json = body === undefined ? undefined : JSON.stringify(body);
  const bytes = new Blob([json ?? '']).size;
  const keepalive = method !== 'GET' && keptAlive + bytes <= KEEPALIVE_BYTES;
  if (keepalive) keptAlive += bytes;
  try {
    return await fetch(path, { method, headers, credentials: 'same-origin', body: json, signal, keepalive });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestFailed('network', 0);
  } finally {
    if (keepalive) keptAlive -= bytes;
  }
}

/** Query parameters without the empty ones. */
export function query(parameters: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : '';
}
