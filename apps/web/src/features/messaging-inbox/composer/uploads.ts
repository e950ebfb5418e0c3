import type { AssetResponse } from '@parley/contracts/api/conversations';
import { MOST_ATTACHMENTS } from '@parley/contracts/events/most-attachments';
import { newId } from '../../../lib/id';
import { createKeyedStore } from '../../../lib/keyed-store';
import { codeOf } from '../../../lib/problem';
import { upload } from '../../../lib/upload';

export interface Upload {
  id: string;
  /** The file itself, or what is known of one that came back from a message. */
  file: Pick<File, 'name' | 'size' | 'type'>;
  /** Bytes that a file of its type may have on this channel. */
  limit: number;
  /** Of 1. */
  progress: number;
  asset: AssetResponse | null;
  /** Why it failed: a problem code. */
  code: string | null;
  abort: AbortController;
}

const none: Upload[] = [];

/**
 * Files on their way into the next message, by conversation: they go on while one looks elsewhere. They are this
 * window's alone: of a draft the server keeps the words.
 */
export const uploads = createKeyedStore(none);

/** The browser's own copies of uploaded files, for the thread until the server's can be shown. */
const localUrls = new Map<string, string>();

export function localUrlOf(assetId: string): string | undefined {
  return localUrls.get(assetId);
}

/**
 * Starts uploading files. Answers how many were left out because a message may not carry more.
 * @param limitOf bytes that a file of a type may have
 */
export function addFiles(chatId: string, limitOf: (contentType: string) => number, files: File[]): number {
  const room = MOST_ATTACHMENTS - uploads.get(chatId).length;
  for (const file of files.slice(0, room)) {
    // What a browser knows no type for goes out as bytes.
    const limit = limitOf(file.type || 'application/octet-stream');
    const code = refusalOf(file, limit);
    const item: Upload = { ...blank(file), limit, code };
    uploads.update(chatId, (items) => [...items, item]);
    if (!code) void start(chatId, item);
  }
  return Math.max(0, files.length - room);
}

/** What the server would refuse is not uploaded first. */
function refusalOf(file: File, limit: number): string | null {
  if (file.size === 0) return 'file_empty';
  return file.size > limit ? 'file_too_large' : null;
}

function blank(file: Upload['file']): Upload {
  const abort = new AbortController();
  return { id: newId(), file, limit: 0, progress: 0, asset: null, code: null, abort };
}

/** Puts back files of a message that was withdrawn. */
export function restoreUploads(chatId: string, assets: AssetResponse[]): void {
  const restored = assets.map((asset) => {
    const { fileName: name, size, contentType: type } = asset;
    return { ...blank({ name, size, type }), asset, progress: 1 };
  });
  if (restored.length > 0) uploads.update(chatId, (items) => [...restored, ...items]);
}

/** What is wrong with the file itself stays wrong. */
const ofTheFile = ['file_empty', 'file_too_large', 'file_type_mismatch', 'picture_too_large'];

/** Whether a failed file may fare better another time. */
export function mayRetry({ code }: Upload): boolean {
  return code !== null && !ofTheFile.includes(code);
}

async function start(chatId: string, { id, file, abort }: Upload): Promise<void> {
  if (!(file instanceof File)) return;
  const change = (changes: Partial<Upload>) =>
    uploads.update(chatId, (items) => items.map((item) => (item.id === id ? { ...item, ...changes } : item)));
  try {
    const asset = await upload<AssetResponse>(`/api/v3/messaging-chats/${chatId}/assets`, file, {
      onProgress: (progress) => change({ progress }),
      signal: abort.signal,
    });
    localUrls.set(asset.id, URL.createObjectURL(file));
    change({ asset, progress: 1 });
  } catch (error) {
    change({ code: codeOf(error) });
  }
}

export function retryUpload(chatId: string, item: Upload): void {
  const again = { ...item, code: null, progress: 0, abort: new AbortController() };
  uploads.update(chatId, (items) => items.map((other) => (other.id === item.id ? again : other)));
  void start(chatId, again);
}

/** Takes a file out of the message, and stops its upload. */
export function removeUpload(chatId: string, { id, abort }: Upload): void {
  abort.abort();
  uploads.update(chatId, (items) => {
    const left = items.filter((item) => item.id !== id);
    return left.length ? left : none;
  });
}

export function clearUploads(chatId: string): void {
  uploads.set(chatId, none);
}
