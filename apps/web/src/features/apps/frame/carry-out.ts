import type { QueryClient } from '@tanstack/react-query';
import type { AppRecordResponse, AppResponse, ProxyResponse } from '@parley/contracts/api/apps';
import {
  MAX_APP_TOAST_LENGTH,
  MAX_INSERT_LENGTH,
  MAX_APP_MESSAGES,
  type AppMessage,
  type AppMethod,
} from '@parley/contracts/apps/protocol';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { assistantLanguages } from '@parley/contracts/events/assistant.events';
import { api, query } from '../../../lib/api-client';
import { askAssistant, assistantQuery, modelsQuery } from '../../../lib/assistant-api';
import { loadTexts } from '../../../lib/i18n';
import { appsPath } from '../apps-api';
import { CallRefused } from './app-port';

/** Functions and data of the inbox that an app's calls use. */
export interface InboxParts {
  app: AppResponse;
  client: QueryClient;
  /** Id of the conversation open at the time of the call, or null. */
  chatId: () => string | null;
  insert: (chatId: string, text: string) => void;
  toast: (message: string) => void;
  go: (path: string) => void;
  resize: (height: number) => void;
}

type Params = Record<string, unknown>;

/** @throws CallRefused if the parameter is no text or too long */
function text(params: Params, name: string, max: number): string {
  const value = params[name];
  if (typeof value !== 'string' || value.length > max) throw new CallRefused('app_call_invalid');
  return value;
}

const ID = /^[0-9a-f-]{36}$/i;

function id(params: Params, name: string): string {
  const value = text(params, name, 36);
  if (!ID.test(value)) throw new CallRefused('app_call_invalid');
  return value;
}

/** @returns a function that runs the calls of one app's page; the server checks the app's rights again */
export function carryOutFor({ app, client, chatId, insert, toast, go, resize }: InboxParts) {
  const data = `${appsPath}/${app.id}/data`;
  const open = (): string => {
    const current = chatId();
    if (current === null) throw new CallRefused('app_no_conversation');
    return current;
  };
  const carryOut: Record<AppMethod, (params: Params) => unknown> = {
    'draft.insert': (params) => insert(open(), text(params, 'text', MAX_INSERT_LENGTH)),
    toast: (params) => toast(text(params, 'message', MAX_APP_TOAST_LENGTH)),
    open: (params) =>
      params.conversationId === undefined
        ? go(`/contacts/${id(params, 'contactId')}`)
        : go(`/messaging-inbox/${id(params, 'conversationId')}`),
    resize: ({ height }) => {
      if (typeof height !== 'number' || !Number.isFinite(height)) throw new CallRefused('app_call_invalid');
      resize(height);
    },
    settings: () =>
      Object.fromEntries(
        app.settings
          .filter(({ name, value }) => name !== 'active' && !value.startsWith('••••'))
          .map(({ name, value }) => [name, value]),
      ),
    messages: () => messagesOf(open()),
    'data.list': async ({ name }) => {
      const wanted = name === undefined ? undefined : text({ name }, 'name', 200);
      const found = await api<{ data: AppRecordResponse[] }>(`${data}${query({ name: wanted })}`);
      return found.data;
    },
    'data.add': (params) =>
      api<AppRecordResponse>(data, { method: 'POST', body: recordOf(params, app.id), makes: true }),
    'data.change': (params) =>
      api<AppRecordResponse>(`${data}/${id(params, 'id')}`, {
        method: 'PUT',
        body: { ...recordOf(params, app.id), version: params.version },
      }),
    'data.remove': (params) => api(`${data}/${id(params, 'id')}`, { method: 'DELETE' }).then(() => null),
    proxy: ({ url, method = 'GET', headers = {}, body }) => {
      if (typeof headers !== 'object' || headers === null) throw new CallRefused('app_call_invalid');
      const list = Object.entries(headers).map(([name, value]) => ({ name, value: value as unknown }));
      return api<ProxyResponse>('/api/v3/plugins/proxy', {
        method: 'POST',
        body: { pluginId: app.id, url, method, headers: list, body },
      });
    },
    email: ({ to, subject, text: words }) =>
      api<{ id: string }>(`/api/v3/plugins/${app.id}/email`, {
        method: 'POST',
        body: { to, subject, text: words },
        makes: true,
      }),
    token: () => api(`${appsPath}/${app.id}/token`, { method: 'POST', body: {} }),
    translate: (params) => translated(client, text(params, 'text', 4_000), text(params, 'language', 40)),
  };
  return (method: AppMethod, params: unknown): Promise<unknown> =>
    Promise.resolve().then(() =>
      carryOut[method](typeof params === 'object' && params !== null ? (params as Params) : {}),
    );
}

function recordOf(params: Params, pluginId: string) {
  return { pluginId, name: text(params, 'name', 200), value: JSON.stringify(params.value ?? null) };
}

async function messagesOf(chatId: string): Promise<AppMessage[]> {
  const { data } = await api<{ data: ChatEntry[] }>(
    `/api/v3/messaging-chats/${chatId}/entries${query({ limit: MAX_APP_MESSAGES })}`,
  );
  return data
    .flatMap(({ id: entryId, direction, variant, message, time: at }) =>
      // Leaves out notes, which are for colleagues only.
      variant === null && message ? [{ id: entryId, direction, text: message, at }] : [],
    )
    .sort((a, b) => a.at.localeCompare(b.at));
}

/** Translates a text with the organisation's assistant, under the signed-in user's rights. */
async function translated(client: QueryClient, words: string, language: string): Promise<string> {
  // Loads the assistant's texts, which include its error messages.
  await loadTexts('assistant');
  const { isEnabled, hasKey, models } = await client.fetchQuery(assistantQuery);
  if (!isEnabled) throw new CallRefused('app_assistant_off');
  if (!hasKey) throw new CallRefused('assistant_no_key');
  const [model = ''] = models ?? (await client.fetchQuery(modelsQuery)).models;
  const known = assistantLanguages.find((name) => name === language);
  const asked = {
    ...{ action: 'translate' as const, model, text: words, messages: [], speaks: 'en' as const },
    ...{ language: known ?? ('other' as const), otherLanguage: known ? '' : language },
  };
  let text = '';
  for await (const line of askAssistant(asked, new AbortController().signal)) {
    if (line.type === 'text') text += line.text;
    if (line.type === 'ended' && line.outcome !== 'done') throw new CallRefused('assistant_failed');
  }
  return text;
}
