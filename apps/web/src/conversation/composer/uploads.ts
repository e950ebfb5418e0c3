import type { AssetResponse } from '@parley/contracts/api/conversations';
import { MOST_ATTACHMENTS } from '@parley/contracts/rules/most-attachments';
import { createCell } from '../../lib/cell';
import { newId } from '../../lib/id';
import { codeOf } from '../../lib/problem';
import { upload } from '../../lib/upload';

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
 * Files on their way into the next message of a conversation: they go on while one looks elsewhere. They are this
 * window's alone: of a draft the server keeps the words.
 */
export class Uploads {
  readonly items = createCell(none);
  /** The browser's own copies of uploaded files, for the thread until the server's can be shown. */
  private readonly localUrls = new Map<string, string>();

  /** @param path where files are posted */
  constructor(private readonly path: string) {}

  localUrlOf(assetId: string): string | undefined {
    return this.localUrls.get(assetId);
  }

  /**
   * Starts uploading files. Answers how many were left out because a message may not carry more.
   * @param limitOf bytes that a file of a type may have
   */
  add(files: File[], limitOf: (contentType: string) => number): number {
    const room = MOST_ATTACHMENTS - this.items.get().length;
    for (const file of files.slice(0, room)) {
      // What a browser knows no type for goes out as bytes.
      const limit = limitOf(file.type || 'application/octet-stream');
      const code = refusalOf(file, limit);
      const item: Upload = { ...blank(file), limit, code };
      this.items.update((items) => [...items, item]);
      if (!code) void this.start(item);
    }
    return Math.max(0, files.length - room);
  }

  /** Puts back files of a message that was withdrawn. */
  restore(assets: AssetResponse[]): void {
    const restored = assets.map((asset) => {
      const { fileName: name, size, contentType: type } = asset;
      return { ...blank({ name, size, type }), asset, progress: 1 };
    });
    if (restored.length > 0) this.items.update((items) => [...restored, ...items]);
  }

  retry(item: Upload): void {
    const again = { ...item, code: null, progress: 0, abort: new AbortController() };
    this.items.update((items) => items.map((other) => (other.id === item.id ? again : other)));
    void this.start(again);
  }

  /** Takes a file out of the message, and stops its upload. */
  remove({ id, abort }: Upload): void {
    abort.abort();
    this.items.update((items) => {
      const left = items.filter((item) => item.id !== id);
      return left.length ? left : none;
    });
  }

  clear(): void {
    this.items.set(none);
  }

  private async start({ id, file, abort }: Upload): Promise<void> {
    if (!(file instanceof File)) return;
    const change = (changes: Partial<Upload>) =>
      this.items.update((items) => items.map((item) => (item.id === id ? { ...item, ...changes } : item)));
    try {
      const asset = await upload<AssetResponse>(this.path, file, {
        onProgress: (progress) => change({ progress }),
        signal: abort.signal,
      });
      this.localUrls.set(asset.id, URL.createObjectURL(file));
      change({ asset, progress: 1 });
    } catch (error) {
      change({ code: codeOf(error) });
    }
  }
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

/** What is wrong with the file itself stays wrong. */
const ofTheFile = ['file_empty', 'file_too_large', 'file_type_mismatch', 'picture_too_large'];

/** Whether a failed file may fare better another time. */
export function mayRetry({ code }: Upload): boolean {
  return code !== null && !ofTheFile.includes(code);
}
