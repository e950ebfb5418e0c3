import { queryOptions } from '@tanstack/react-query';
import type {
  AssistantLine,
  AssistantModelsResponse,
  AssistantResponse,
  AssistantTokensResponse,
} from '@parley/contracts/api/assistant';
import type { AssistantRequest } from '@parley/contracts/api/assistant.requests';
import { api, authorization } from './api-client';
import { showsSettings } from './changed-settings';
import { newId } from './id';
import { failureOf, RequestFailed } from './problem';
import { session } from './session';

const base = '/api/v3/assistant';

showsSettings('assistant', 'assistantSettings', 'customer');

export const assistantQuery = queryOptions({
  queryKey: ['assistant'],
  queryFn: ({ signal }) => api<AssistantResponse>(base, { signal }),
  staleTime: 60_000,
});

export const modelsQuery = queryOptions({
  queryKey: ['assistant', 'models'],
  queryFn: ({ signal }) => api<AssistantModelsResponse>(`${base}/models`, { signal }),
  staleTime: 60_000,
  retry: false,
});

export const tokensQuery = (asked: AssistantRequest) =>
  queryOptions({
    queryKey: ['assistant', 'tokens', asked] as const,
    queryFn: ({ signal }) =>
      api<AssistantTokensResponse>(`${base}/tokens`, { method: 'POST', body: asked, signal }),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });

/**
 * Sends a request to the assistant and yields its response line by line.
 * @throws RequestFailed
 */
export async function* askAssistant(
  asked: AssistantRequest,
  signal: AbortSignal,
): AsyncGenerator<AssistantLine> {
  const key = newId();
  const send = async () => {
    const headers = {
      ...(await authorization()),
      ...{ 'Content-Type': 'application/json', 'Idempotency-Key': key },
    };
    const body = JSON.stringify(asked);
    return fetch(`${base}/runs`, { method: 'POST', headers, body, signal, credentials: 'same-origin' });
  };
  let response = await send().catch(asNetwork(signal));
  if (response.status === 401) {
    await session.renew();
    response = await send().catch(asNetwork(signal));
  }
  if (!response.ok || !response.body) throw await failureOf(response);
  yield* linesOf(response.body, signal);
}

async function* linesOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<AssistantLine> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch(asNetwork(signal));
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as AssistantLine;
    if (done) return;
  }
}

/**
 * Returns an error handler that rethrows the error of an aborted request and treats any other error as a network
 * failure.
 */
function asNetwork(signal: AbortSignal) {
  return (error: unknown): never => {
    throw signal.aborted ? error : new RequestFailed('network', 0);
  };
}
