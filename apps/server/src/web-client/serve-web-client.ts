import { extname, join } from 'node:path';
import express, { type RequestHandler, type Response } from 'express';

/** Paths of assets, with the names that Vite gives to them. */
const ASSET = /^\/assets\/([\w.-]{1,200})$/;
/** Paths of files. Every other path is a page, for example `/apps/com.example.shop`. */
const FILE =
  /^\/assets(\/|$)|\.(css|gif|ico|jpe?g|js|json|map|mjs|png|svg|txt|wasm|webmanifest|webp|woff2?|xml)$/i;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Serves the files of the web client: files of this build from its folder, assets of an earlier build from `find`.
 * Any other path of a file gets 404 and `no-store`, never a page.
 * @param find returns the content of an asset by its name, null if there is none
 */
export function serveFiles(folder: string, find: (name: string) => Promise<Buffer | null>): RequestHandler[] {
  const own = express.static(folder, {
    index: false,
    setHeaders: (response: Response, path) => {
      const isHashed = path.startsWith(join(folder, 'assets'));
      response.setHeader('Cache-Control', isHashed ? IMMUTABLE : 'no-cache');
    },
  });
  return [own, serveEarlier(find)];
}

/**
 * Serves assets of earlier builds. Any other missing file gets 404 and `no-store`; a page is left to the next
 * handler.
 * @param find returns the content of an asset by its name, null if there is none
 * @param setHeaders adds headers to those of an asset
 */
export function serveEarlier(
  find: (name: string) => Promise<Buffer | null>,
  setHeaders: (response: Response) => void = () => undefined,
): RequestHandler {
  return async (request, response, next) => {
    if (!FILE.test(request.path)) return next();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const name = isRead ? ASSET.exec(request.path)?.[1] : undefined;
    try {
      const content = name === undefined ? null : await find(name);
      if (!content) return refuse(response);
      setHeaders(response);
      response
        .set('Cache-Control', IMMUTABLE)
        .type(extname(name ?? ''))
        .send(content);
    } catch (error) {
      next(error);
    }
  };
}

/** Responds with 404. A cache must not store the response, since another process may have the file. */
export function refuse(response: Response): void {
  response.status(404).set('Cache-Control', 'no-store').type('text').send('There is no such file.');
}
