import type { Request } from 'express';

const MAX_FORM_SIZE = 4_096;

/**
 * Whether a form was sent from a page of this site, by the headers that browsers add. A client without these headers
 * is no browser, so it has no cookies of a user that another site could misuse.
 */
export function isSameOrigin({ headers }: Request, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return headers.origin === undefined || headers.origin === new URL(publicUrl).origin;
}

/** @returns the fields of a form; null if it is larger than any form of these pages */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_FORM_SIZE) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
