import type { Request } from 'express';

const LARGEST_FORM = 4_096;

/**
 * Whether a form comes from this site, by the headers that browsers send. Clients without these headers are no
 * browsers and have no cookies of other users.
 */
export function isSameOrigin({ headers }: Request, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return headers.origin === undefined || headers.origin === new URL(publicUrl).origin;
}

/** @returns null if the form is larger than any form of these pages */
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
