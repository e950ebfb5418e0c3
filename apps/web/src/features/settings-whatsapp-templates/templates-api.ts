import type { CommandResponse } from '@parley/contracts/api/conversations';
import type {
  TemplateFileResponse,
  TemplateResponse,
  TemplateSyncResponse,
} from '@parley/contracts/api/templates';
import type { WrittenTemplate } from '@parley/contracts/events';
import { api } from '../../lib/api-client';
import type { Resource } from '../../lib/resource';
import { upload } from '../../lib/upload';
import { useCommand } from '../../lib/use-command';

export const templates: Resource = { path: '/api/v3/templates', categories: 'template', untilShown: true };

export interface NewTemplate extends WrittenTemplate {
  channelIds: string[];
}

/** The version to edit: the draft, or the provider's version if there is no draft. */
export function writtenOf({ name, language, draft, live }: TemplateResponse): WrittenTemplate {
  return { name, language, ...(draft ?? live)! };
}

export function useSync() {
  return useCommand(
    'template',
    () => api<TemplateSyncResponse>('/api/v2/channels/sync-whatsapp-templates', { method: 'POST' }),
    { untilShown: true },
  );
}

export function useSubmit(id: string) {
  return useCommand(
    'template',
    () => api<CommandResponse>(`/api/v3/templates/${id}/submit`, { method: 'POST' }),
    { untilShown: true },
  );
}

/** Mutation that replaces the header's file; null removes it. */
export function useAttach(id: string) {
  const path = `/api/v3/templates/${id}/attachment`;
  return useCommand(
    'template',
    (file: File | null) =>
      file
        ? upload<CommandResponse>(path, file, {
            onProgress: () => undefined,
            signal: new AbortController().signal,
          })
        : api<CommandResponse>(path, { method: 'DELETE' }),
    { untilShown: true },
  );
}

export function useLock(id: string) {
  return useCommand('template', (isLocked: boolean) =>
    api<CommandResponse>(`/api/v3/templates/${id}/attachment`, { method: 'PATCH', body: { isLocked } }),
  );
}

export function attachmentUrl(id: string): Promise<string> {
  return api<TemplateFileResponse>(`/api/v3/templates/${id}/attachment`).then(({ url }) => url);
}
