import type { AssetResponse } from '@parley/contracts/api/conversations';
import { MAX_ATTACHMENTS } from '@parley/contracts/rules/most-attachments';
import { createCell } from '../../lib/cell';
import { newId } from '../../lib/id';
import { codeOf } from '../../lib/problem';
import { upload } from '../../lib/upload';

export interface Upload {
  id: string;
  /** The file, or only the name, size and type of a file that an undone message put back. */
  file: Pick<File, 'name' | 'size' | 'type'>;
  /** Maximum size in bytes for this type of file on this channel. */
  limit: number;
  /** Uploaded share, from 0 to 1. */
  progress: number;
  asset: AssetResponse | null;
  /** Problem code of the failure, null otherwise. */
  code: string | null;
  abort: AbortController;
}

const none: Upload[] = [];

/**
 * Files of a conversation's next message; uploads continue while the user is on another page. Only this window has
 * them: the server's draft contains no files.
 */
export class Uploads {
  readonly items = createCell(none);
  /** Object URLs of uploaded files by asset id; the thread shows them until the server's copy is available. */
  private readonly localUrls = new Map<string, string>();

  /** @param path URL to which files are posted */
  constructor(private readonly path: string) {}

  localUrlOf(assetId: string): string | undefined {
    return this.localUrls.get(assetId);
  }

  /**
   * Starts uploading files.
   * @param limitOf maximum size in bytes for a type
   * @returns the number of files left out because of the limit per message
   */
  add(files: File[], limitOf: (contentType: string) => number): number {
    const room = MAX_ATTACHMENTS - this.items.get().length;
    for (const file of files.slice(0, room)) {
      // A file whose type the browser does not know is uploaded as `application/octet-stream`.
      const limit = limitOf(file.type || 'application/octet-stream');
      const code = refusalOf(file, limit);
      const item: Upload = { ...blank(file), limit, code };
      this.items.update((items) => [...items, item]);
      if (!code) void this.start(item);
    }
    return Math.max(0, files.length - room);
  }

  /** Puts back the files of a message that was undone. */
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

  /** Removes a file from the message and aborts its upload. */
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

/** Checks before the upload what the server would refuse. @returns a problem code, or null */
function refusalOf(file: File, limit: number): string | null {
  if (file.size === 0) return 'file_empty';
  return file.size > limit ? 'file_too_large' : null;
}

function blank(file: Upload['file']): Upload {
  const abort = new AbortController();
  return { id: newId(), file, limit: 0, progress: 0, asset: null, code: null, abort };
}

/** Codes of problems that a retry cannot solve. */
const ofTheFile = ['file_empty', 'file_too_large', 'file_type_mismatch', 'picture_too_large'];

/** Whether retrying a failed upload may succeed. */
export function mayRetry({ code }: Upload): boolean {
  return code !== null && !ofTheFile.includes(code);
}
