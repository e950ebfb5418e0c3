import { authorization } from './api-client';
import type { Problem } from '@parley/contracts/api/conversations';
import { RequestFailed } from './problem';

interface UploadOptions {
  /** @param fraction uploaded share, from 0 to 1 */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/**
 * Posts one file as the multipart field `file`. Uses XMLHttpRequest, because fetch does not report progress.
 * @throws RequestFailed; code `aborted` if the signal aborted it
 */
export async function upload<T>(path: string, file: File, { onProgress, signal }: UploadOptions): Promise<T> {
  const headers = await authorization();
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress(event.total ? event.loaded / event.total : 0);
    request.onload = () => {
      if (request.status < 300) return resolve(request.response as T);
      const problem = request.response as Problem | null;
      reject(new RequestFailed(problem?.code ?? 'generic', request.status, problem));
    };
    request.onerror = () => reject(new RequestFailed('network', 0));
    request.onabort = () => reject(new RequestFailed('aborted', 0));
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
