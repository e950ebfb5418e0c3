import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import {
  MAX_PROXY_ANSWER_SIZE,
  PROXY_CALLS_A_MINUTE,
  PROXY_CALLS_AT_ONCE,
  PROXY_TIMEOUT_MS,
  type ProxyResponse,
} from '@parley/contracts/api/apps';
import { CodedError } from '@parley/contracts/api/coded-error';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Allowance } from '@parley/platform/http/allowance';
import type { Destination } from '@parley/platform/http/guarded-address';
import { CallFailed, guardedRequest, type GuardedAnswer } from '@parley/platform/http/guarded-request';
import type { RunningApp } from '../read/apps.queries';
import { AppConnections } from '../connect/app-connections';
import { AppSecrets } from '../write/app-secrets';
import { AppAddresses } from './app-addresses';
import { AppCalls } from './app-calls';
import { hostsOf } from './app-hosts';
import { CONNECTION_TOKEN, filledIn, redacted, settingsNamed } from './filled-in';

export interface ProxyCall {
  method: string;
  url: string;
  headers: { name: string; value: string }[];
  body?: string;
}

const MAX_REDIRECTS = 3;
const UNAUTHORISED = 401;
const RATE = { count: PROXY_CALLS_A_MINUTE, withinMs: 60_000 };
/** Maximum number of apps whose rate limits are kept in memory. */
const MAX_CACHED = 10_000;
/** Request headers that describe the connection, which apps must not set. */
const OURS =
  /^(host|cookie|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect|forwarded|via|proxy-.*|x-forwarded-.*|x-real-ip|accept-encoding)$/i;
/** Response headers that an app receives. */
const TOLD = ['content-type', 'etag', 'link', 'location', 'retry-after', 'x-request-id', 'x-total-count'];

/** Calls other services for apps: with secrets that no browser gets, and only at hosts that the app may call. */
@Injectable()
export class AppProxy {
  private readonly allowances = new Map<string, Allowance>();
  private readonly underWay = new Map<string, number>();
  now = () => Date.now();

  constructor(
    private readonly addresses: AppAddresses,
    private readonly secrets: AppSecrets,
    private readonly calls: AppCalls,
    private readonly connections: AppConnections,
  ) {}

  /**
   * @throws Rejected `app_host_refused`, `app_header_refused`, `app_too_many_calls`, `app_call_timeout`,
   *   `app_answer_too_large`, `app_call_failed`
   */
  async call(app: RunningApp, call: ProxyCall): Promise<ProxyResponse> {
    for (const { name } of call.headers) if (OURS.test(name)) throw new Rejected('app_header_refused', name);
    this.take(app.id);
    try {
      return await this.carryOut(app, call);
    } finally {
      const left = (this.underWay.get(app.id) ?? 1) - 1;
      if (left > 0) this.underWay.set(app.id, left);
      else this.underWay.delete(app.id);
    }
  }

  private async carryOut(app: RunningApp, call: ProxyCall): Promise<ProxyResponse> {
    const started = performance.now();
    const told = { at: new Date(this.now()).toISOString(), method: call.method, ...placeOf(call.url, app) };
    try {
      const { values, secrets } = await this.settingsOf(app, call);
      const isConnected = call.headers.some(({ value }) => settingsNamed(value).includes(CONNECTION_TOKEN));
      let token = isConnected ? await this.connections.token(app) : undefined;
      let answer = await this.send(app, call, { values, token });
      if (answer.status === UNAUTHORISED && token !== undefined) {
        secrets.push(token);
        const another = await this.connections.token(app, token);
        if (another !== token) answer = await this.send(app, call, { values, token: another });
        token = another;
      }
      if (token !== undefined) secrets.push(token);
      if (token !== undefined && answer.status !== UNAUTHORISED) await this.connections.taken(app);
      await this.note(app, { ...told, status: answer.status, error: null }, started);
      return toldOf(answer, secrets);
    } catch (error) {
      const refusal = refusalOf(error);
      await this.note(app, { ...told, status: null, error: refusal.code }, started);
      throw refusal;
    }
  }

  /** @param token goes into headers only, because URLs end up in logs */
  private send(
    app: RunningApp,
    { method, url, headers, body }: ProxyCall,
    { values, token }: { values: ReadonlyMap<string, string>; token: string | undefined },
  ): Promise<GuardedAnswer> {
    const inHeaders = new Map(token === undefined ? values : [...values, [CONNECTION_TOKEN, token]]);
    const filled = headers.map(
      ({ name, value }) => [name.toLowerCase(), filledIn(value, inHeaders)] as const,
    );
    return this.follow(
      {
        ...{ method, url: filledIn(url, values), headers: Object.fromEntries(filled) },
        body: body === undefined ? undefined : filledIn(body, values),
      },
      hostsOf(app),
    );
  }

  /** Follows redirects of GET requests; each destination is checked like the first. */
  private async follow(
    call: { method: string; url: string; headers: Record<string, string>; body?: string },
    hosts: ReadonlySet<string>,
  ): Promise<GuardedAnswer> {
    const until = this.now() + PROXY_TIMEOUT_MS;
    let { url, headers } = call;
    for (let redirects = 0; ; redirects++) {
      const to = await this.destination(url, hosts);
      const timeoutMs = Math.max(1, until - this.now());
      const answer = await guardedRequest(to, {
        ...call,
        headers: { accept: 'application/json', ...headers, 'user-agent': 'Parley-App-Proxy' },
        timeoutMs,
        largestAnswer: MAX_PROXY_ANSWER_SIZE,
      });
      const next = answer.status >= 300 && answer.status < 400 ? answer.headers['location'] : undefined;
      if (call.method !== 'GET' || next === undefined || redirects === MAX_REDIRECTS) return answer;
      const following = parseUrl(next, to.url);
      if (!following) throw new Rejected('app_host_refused');
      // Headers for one host, which may contain secrets, must not reach another host.
      if (following.host !== to.url.host) headers = {};
      url = following.href;
    }
  }

  private async destination(url: string, hosts: ReadonlySet<string>): Promise<Destination> {
    const normal = new URL(this.addresses.normal(url));
    if (!hosts.has(normal.host)) throw new Rejected('app_host_refused');
    const destination = await this.addresses.destination(normal.href);
    if (!destination) throw new Rejected('app_host_refused');
    return destination;
  }

  private async settingsOf(app: RunningApp, { url, headers, body = '' }: ProxyCall) {
    const named = new Set([url, body, ...headers.map(({ value }) => value)].flatMap(settingsNamed));
    const values = new Map<string, string>();
    const secrets: string[] = [];
    for (const { name, type } of app.manifest.settings) {
      if (!named.has(name)) continue;
      const value = type === 'secret' ? await this.secrets.get(app, name) : app.settings[name];
      if (value === null || value === undefined) continue;
      values.set(name, value);
      if (type === 'secret') secrets.push(value);
    }
    return { values, secrets };
  }

  /** @throws Rejected `app_too_many_calls` */
  private take(id: string): void {
    const underWay = this.underWay.get(id) ?? 0;
    const allowance = this.allowances.get(id) ?? new Allowance(RATE);
    if (underWay >= PROXY_CALLS_AT_ONCE || allowance.take(this.now()) > 0) {
      throw new Rejected('app_too_many_calls');
    }
    this.underWay.set(id, underWay + 1);
    // Moves the app to the end, so that the least recently used allowance is evicted first.
    this.allowances.delete(id);
    this.allowances.set(id, allowance);
    const [oldest] = this.allowances.keys();
    if (this.allowances.size > MAX_CACHED && oldest !== undefined) this.allowances.delete(oldest);
  }

  private note(
    app: RunningApp,
    call: {
      at: string;
      method: string;
      host: string;
      path: string;
      status: number | null;
      error: string | null;
    },
    started: number,
  ): Promise<void> {
    return this.calls.note(app, { ...call, durationMs: Math.round(performance.now() - started) });
  }
}

/** Host and path of a call for the log of calls, without the query and without secrets. */
function placeOf(url: string, { settings }: RunningApp): { host: string; path: string } {
  const filled = filledIn(url, new Map(Object.entries(settings)));
  const { host, pathname } = parseUrl(filled) ?? { host: '', pathname: '' };
  return { host: host.slice(0, 200), path: pathname.slice(0, 200) };
}

function toldOf({ status, headers, body }: GuardedAnswer, secrets: string[]): ProxyResponse {
  const text = redacted(body.toString('utf8'), secrets);
  return {
    status,
    headers: Object.fromEntries(
      TOLD.flatMap((name) => (headers[name] === undefined ? [] : [[name, redacted(headers[name], secrets)]])),
    ),
    data: /\bjson\b/i.test(headers['content-type'] ?? '') ? parsed(text) : text,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Errors of Node quote the URL or header with its secrets, so their text is not passed on. */
function refusalOf(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  const reason = error instanceof CallFailed ? error.reason : '';
  if (reason === 'timeout') return new Rejected('app_call_timeout');
  return new Rejected(reason === 'too_large' ? 'app_answer_too_large' : 'app_call_failed');
}
