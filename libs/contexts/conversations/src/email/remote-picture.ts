import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { addressesOf, isPublicAddress } from '@parley/platform/http/public-address';

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const WITHIN_MS = 10_000;

export interface Picture {
  bytes: Buffer;
  contentType: string;
}

/**
 * Fetches the remote images of e-mails on the server, so that the senders of the e-mails learn nothing about the
 * reader.
 */
@Injectable()
export class RemotePictures {
  /** Tests replace these functions. */
  resolve = addressesOf;
  isAllowed = isPublicAddress;

  /** @throws NotFound if the URL's host is not public, or its response is not an image */
  async fetch(address: string): Promise<Picture> {
    let next: string | null = address;
    for (let hop = 0; hop <= MAX_REDIRECTS && next !== null; hop++) {
      const answer: Answer = await this.ask(next);
      if ('bytes' in answer) return answer;
      next = answer.redirect;
    }
    throw new NotFound();
  }

  private async ask(address: string): Promise<Answer> {
    const url = parseUrl(address);
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw new NotFound();
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const found = isIP(host) ? [host] : await this.resolve(host);
    const [to] = found;
    // The connection uses the very IP address that was checked, so that a second DNS lookup cannot change it.
    if (to === undefined || !found.every((candidate) => this.isAllowed(candidate))) throw new NotFound();
    return new Promise<Answer>((resolve, reject) => {
      const fail = () => reject(new NotFound());
      const asking = (url.protocol === 'https:' ? secure : plain)(
        url,
        {
          headers: { accept: 'image/png,image/jpeg,image/gif,image/webp', 'user-agent': 'Parley' },
          lookup: (_host, { all }, done) =>
            all ? done(null, [{ address: to, family: isIP(to) }]) : done(null, to, isIP(to)),
          agent: false,
          signal: AbortSignal.timeout(WITHIN_MS),
        },
        (response) => {
          const { statusCode = 0, headers } = response;
          if (statusCode >= 300 && statusCode < 400 && headers.location) {
            response.destroy();
            return resolve({ redirect: parseUrl(headers.location, url)?.href ?? null });
          }
          if (statusCode !== 200) {
            response.destroy();
            return fail();
          }
          const parts: Buffer[] = [];
          let size = 0;
          response.on('data', (part: Buffer) => {
            size += part.length;
            if (size > MAX_BYTES) response.destroy(new Error('too large'));
            else parts.push(part);
          });
          response.on('error', fail);
          response.on('end', () => {
            const bytes = Buffer.concat(parts);
            const contentType = typeOf(bytes);
            if (contentType) resolve({ bytes, contentType });
            else fail();
          });
        },
      );
      asking.on('error', fail);
      asking.end();
    });
  }
}

type Answer = Picture | { redirect: string | null };

/**
 * The content type by the first bytes of the file; the server's header is ignored. Undefined if it is no known image.
 */
export function typeOf(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 12).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (/^RIFF[\s\S]{4}WEBP$/.test(head)) return 'image/webp';
  return undefined;
}
