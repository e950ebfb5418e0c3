import type { Problem } from '@parley/contracts/api/conversations';
import { ParleyRefusal } from './refusal';

export interface ConnectionOptions {
  /** Address of the Parley server, such as `https://parley.example`. */
  url: string;
  /** The secret of an API key, `parley_…`; or an ID token together with the web client's API key. */
  key: string | { idToken: string; apiKey: string };
  /** Maximum number of retries after a lost connection or a response with a status in `AGAIN`; 4 by default. */
  retries?: number;
  fetch?: typeof fetch;
}

export interface RequestOptions {
  query?: Record<string, Query>;
  body?: unknown;
  /** Makes a repeated request a no-op. By default, a POST gets a random key. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

type Query = string | number | boolean | readonly string[] | null | undefined;

/**
 * Delay in ms before the first retry, doubled for each further one up to `MAX_WAIT_MS`, unless the server
 * requests another delay.
 */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 60_000;
/** Response statuses after which a request is retried: too many requests, or a temporary failure. */
const AGAIN = [429, 502, 503, 504];

/** Sends requests to the API of one Parley server, for one program or user. */
export class Connection {
  private readonly base: string;
  private readonly fetch: typeof fetch;

  constructor(private readonly options: ConnectionOptions) {
    this.base = options.url.replace(/(?<!\/)\/+$/, '');
    this.fetch = options.fetch ?? globalThis.fetch;
  }

  /**
   * Sends a request, and retries it if that is safe.
   * @param path path below `/api/v3`, such as `/templates`; or a whole path that begins with `/api/`
   * @returns the response body; undefined if it is empty
   * @throws ParleyRefusal if the API refuses the request
   */
  async request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
    const response = await this.respond(method, path, options);
    const text = await response.text();
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /**
   * Sends a request like `request`, but returns the response without reading its body.
   * @throws ParleyRefusal if the API refuses the request
   */
  async respond(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const { retries = 4 } = this.options;
    const key = options.idempotencyKey ?? (method === 'POST' ? crypto.randomUUID() : undefined);
    const mayRepeat = method !== 'PATCH' || key !== undefined;
    for (let tries = 0; ; tries++) {
      const wait = await this.attempt(method, path, { ...options, idempotencyKey: key });
      if (wait instanceof Response) return wait;
      if (tries >= retries || !mayRepeat || options.signal?.aborted) throw wait.cause;
      await pause(Math.min(MAX_WAIT_MS, wait.ms ?? FIRST_WAIT_MS * 2 ** tries), options.signal);
    }
  }

  private async attempt(
    method: string,
    path: string,
    { query = {}, body, idempotencyKey, signal, headers }: RequestOptions,
  ): Promise<Response | { cause: Error; ms: number | null }> {
    const address = `${this.base}${path.startsWith('/api/') ? path : `/api/v3${path}`}${searchOf(query)}`;
    const isForm = body instanceof FormData;
    let response: Response;
    try {
      response = await this.fetch.call(globalThis, address, {
        method,
        signal,
        headers: {
          ...this.credentials(),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
          ...headers,
        },
        body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      return { cause: error as Error, ms: null };
    }
    if (response.ok || response.status === 304) return response;
    const refusal = await refusalOf(response);
    if (!AGAIN.includes(response.status)) throw refusal;
    const after = Number(response.headers.get('retry-after'));
    return { cause: refusal, ms: after > 0 ? after * 1000 : null };
  }

  private credentials(): Record<string, string> {
    const { key } = this.options;
    if (typeof key === 'string') return { authorization: `Bearer ${key}` };
    return { authorization: `Bearer ${key.idToken}`, 'api-key': key.apiKey };
  }
}

async function refusalOf(response: Response): Promise<ParleyRefusal> {
  const text = await response.text();
  let problem: Partial<Problem>;
  try {
    problem = JSON.parse(text) as Partial<Problem>;
  } catch {
    problem = { title: text.slice(0, 200) };
  }
  return new ParleyRefusal(response.status, problem, response.headers.get('x-request-id'));
}

function searchOf(query: Record<string, Query>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return given.length > 0 ? `?${search.toString()}` : '';
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
