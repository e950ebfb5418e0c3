import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Destination } from '@parley/platform/http/guarded-address';
import type { PromptMessage } from '../domain/prompt';
import { EventLines } from './event-lines';
import {
  failureOf,
  isQuota,
  refusalOf,
  refusedParameter,
  retryAfterMs,
  type Removable,
} from './provider-errors';
import { ProviderFailure } from './provider-failure';
import { askProvider, bodyOf } from './provider-request';

/** Access to a provider: its addresses and key. */
export interface Provider {
  /** Resolves a path below the base address of the API. */
  to: (path: string) => Promise<Destination>;
  /** Null if the provider requires none. */
  key: string | null;
}

export interface Completion {
  model: string;
  messages: PromptMessage[];
  signal: AbortSignal;
}

/** Parts of a completion, in this order: texts, the usage if the provider reports it, and the end. */
export type Part =
  | { type: 'text'; text: string }
  | { type: 'usage'; request: number; response: number }
  | { type: 'end'; isWhole: boolean; reason: CutReason | null };

/**
 * Why an answer is incomplete: the model's limit, the provider's filter, our limit, or null if the connection ended.
 */
export type CutReason = 'assistant_length' | 'assistant_filtered' | 'assistant_huge';

const MAX_ERROR_LENGTH = 20_000;
const MAX_LIST_LENGTH = 2_000_000;
/** Maximum number of characters of an answer. */
const MAX_ANSWER_LENGTH = 40_000;
const MAX_RESPONSE_TOKENS = 4_000;
const MAX_MODELS = 1_000;
/** Maximum wait in ms for a retry; a provider that demands a longer wait counts as busy. */
const MAX_WAIT_MS = 20_000;
const MAX_CACHED = 500;

/** A client of the Chat Completions API of OpenAI, which many servers implement. */
@Injectable()
export class ChatCompletions {
  /** Time in ms without data after which a provider has failed. */
  silenceMs = 60_000;
  /** Waits for a time in ms, or until the signal aborts; tests replace it. */
  wait = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  /** Parameters that servers refused, by server and model. */
  private readonly refused = new Map<string, Set<Removable>>();

  /**
   * Lists the models of the provider, sorted.
   * @throws ProviderFailure
   */
  async models(provider: Provider, signal: AbortSignal): Promise<string[]> {
    const to = await provider.to('/models');
    const { silenceMs } = this;
    const response = await askProvider(to, {
      method: 'GET',
      headers: headersOf(provider, to),
      silenceMs,
      signal,
    });
    const body = await bodyOf(response, MAX_LIST_LENGTH);
    if (response.statusCode !== 200) throw failureOf(refusalOf(response.statusCode ?? 0, body));
    const said = parse(body);
    const listed =
      said && (Array.isArray(said.data) ? said.data : Array.isArray(said.models) ? said.models : null);
    if (!listed) throw new ProviderFailure('assistant_failed', 'no list of models');
    const names = (listed as unknown[]).flatMap((model) => {
      const { id, name } = (model ?? {}) as { id?: unknown; name?: unknown };
      const named = id ?? name;
      return typeof named === 'string' && named !== '' && named.length <= 120 ? named : [];
    });
    return [...new Set(names)].sort().slice(0, MAX_MODELS);
  }

  /**
   * Requests a completion and yields its parts as they arrive.
   * @throws ProviderFailure if no part of an answer arrived
   */
  async *complete(provider: Provider, completion: Completion): AsyncGenerator<Part> {
    const response = await this.open(provider, completion);
    const isStream = /event-stream/.test(response.headers['content-type'] ?? '');
    yield* isStream ? streamed(response) : atOnce(response);
  }

  /**
   * Returns a response with status 200. Repeats the request without parameters that the server refuses by name, and
   * once after a wait if the server is busy.
   */
  private async open(provider: Provider, { model, messages, signal }: Completion): Promise<IncomingMessage> {
    const to = await provider.to('/chat/completions');
    const place = `${to.url.origin} ${model}`;
    const refused = new Set(this.refused.get(place));
    let mayWait = true;
    for (;;) {
      const body = JSON.stringify({ model, messages, stream: true, ...parametersWithout(refused) });
      const headers = { ...headersOf(provider, to), 'content-type': 'application/json' };
      const { silenceMs } = this;
      const response = await askProvider(to, { method: 'POST', headers, body, silenceMs, signal });
      if (response.statusCode === 200) {
        this.remember(place, refused);
        return response;
      }
      const refusal = refusalOf(response.statusCode ?? 0, await bodyOf(response, MAX_ERROR_LENGTH));
      const parameter = refusedParameter(refusal);
      if (parameter && !refused.has(parameter)) {
        refused.add(parameter);
        continue;
      }
      const wait = retryAfterMs(response.headers['retry-after'], Date.now()) ?? 1_000;
      const isPassing = refusal.status === 429 && !isQuota(refusal.code) && wait <= MAX_WAIT_MS;
      if (!isPassing || !mayWait) throw failureOf(refusal);
      mayWait = false;
      await this.wait(wait, signal);
    }
  }

  private remember(place: string, refused: Set<Removable>): void {
    if (refused.size === 0) return;
    this.refused.set(place, refused);
    const [oldest] = this.refused.keys();
    if (this.refused.size > MAX_CACHED && oldest !== undefined) this.refused.delete(oldest);
  }
}

/** Reasoning models refuse `max_tokens`, others do not know `max_completion_tokens`. */
function parametersWithout(refused: Set<Removable>): object {
  const limit = (['max_completion_tokens', 'max_tokens'] as const).find((name) => !refused.has(name));
  return {
    ...(limit && { [limit]: MAX_RESPONSE_TOKENS }),
    ...(!refused.has('stream_options') && { stream_options: { include_usage: true } }),
  };
}

/** Azure expects the key in a header of its own. */
function headersOf({ key }: Provider, { url }: Destination): Record<string, string> {
  const accept = { accept: 'text/event-stream, application/json' };
  if (key === null) return accept;
  const isAzure = /\.(openai\.azure\.com|cognitiveservices\.azure\.com)$/.test(url.hostname);
  return { ...accept, ...(isAzure ? { 'api-key': key } : { authorization: `Bearer ${key}` }) };
}

async function* streamed(response: IncomingMessage): AsyncGenerator<Part> {
  const lines = new EventLines();
  const state = { hasEnded: false, length: 0, reason: null as CutReason | null };
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      for (const data of lines.push(piece)) {
        yield* read(data, state);
        if (state.reason === 'assistant_huge') {
          yield end(state);
          return;
        }
      }
    }
    for (const data of lines.end()) yield* read(data, state);
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    // After a broken connection, the received text stays and the answer is incomplete.
    if (state.length === 0)
      throw new ProviderFailure('assistant_failed', (error as NodeJS.ErrnoException).code);
  } finally {
    response.destroy();
  }
  if (state.length === 0 && !state.hasEnded) throw new ProviderFailure('assistant_failed', 'nothing came');
  yield end(state);
}

function end({ hasEnded, reason }: { hasEnded: boolean; reason: CutReason | null }): Part {
  return { type: 'end', isWhole: hasEnded && reason === null, reason };
}

function* read(
  data: string,
  state: { hasEnded: boolean; length: number; reason: CutReason | null },
): Generator<Part> {
  if (data === '[DONE]') {
    state.hasEnded = true;
    return;
  }
  const chunk = parse(data);
  if (!chunk) return;
  if (chunk.error) {
    const failure = failureOf(refusalOf(500, data));
    if (state.length === 0) throw failure;
    return;
  }
  const usage = chunk.usage as { prompt_tokens?: unknown; completion_tokens?: unknown } | null | undefined;
  if (usage) {
    const count = (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0);
    yield { type: 'usage', request: count(usage.prompt_tokens), response: count(usage.completion_tokens) };
  }
  // Azure's first chunk has no choices, and some chunks have no delta.
  const [choice] = (Array.isArray(chunk.choices) ? chunk.choices : []) as Choice[];
  const text = choice?.delta?.content ?? choice?.message?.content;
  if (typeof text === 'string' && text !== '') {
    const room = MAX_ANSWER_LENGTH - state.length;
    if (text.length > room) state.reason = 'assistant_huge';
    state.length += Math.min(text.length, room);
    yield { type: 'text', text: text.slice(0, room) };
  }
  const finish = choice?.finish_reason;
  if (typeof finish !== 'string') return;
  state.hasEnded = true;
  if (finish === 'length') state.reason ??= 'assistant_length';
  if (finish === 'content_filter') state.reason ??= 'assistant_filtered';
}

interface Choice {
  delta?: { content?: unknown } | null;
  message?: { content?: unknown } | null;
  finish_reason?: unknown;
}

/** Reads the answer of a server that does not stream. */
async function* atOnce(response: IncomingMessage): AsyncGenerator<Part> {
  const body = await bodyOf(response, MAX_LIST_LENGTH);
  const state = { hasEnded: false, length: 0, reason: null as CutReason | null };
  const parts = [...read(body, state)];
  if (state.length === 0) throw new ProviderFailure('assistant_failed', 'no completion');
  yield* parts;
  yield end({ ...state, hasEnded: true });
}

function parse(data: string): Record<string, unknown> | null {
  try {
    const said: unknown = JSON.parse(data);
    return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
