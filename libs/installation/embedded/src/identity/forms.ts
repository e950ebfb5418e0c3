import type { Request } from 'express';

const LARGEST_FORM = 4_096;

/** Browsers say where a form comes from; what is no browser has no cookie of somebody else's. */
export function isSameOrigin({ headers }: Request, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return headers.origin === undefined || headers.origin === new URL(publicUrl).origin;
}

/** Null for a form that is larger than ours can be. */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_FORM) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
