import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Time limit in ms for headers, bodies, and idle connections. */
const PATIENCE_MS = 10_000;
/** Interval in ms at which Node checks for requests whose headers are late. */
const LOOK_MS = 1_000;
/** Minimum number of bytes of an upload that have to arrive within the time limit: 4 kB per second. */
const SLOWEST_UPLOAD_BYTES = 40_000;
/** Time limit in ms for a whole upload. */
const MAX_UPLOAD_MS = 15 * 60_000;

/**
 * Cuts connections that occupy the server: headers and bodies have to arrive within ten seconds, an upload has to
 * keep its minimum speed, and an idle connection has to make another request within ten seconds. Sockets have to
 * authenticate within the same time (`connectTimeout` of the gateway). Has to be called before the server listens.
 * @param most maximum number of open connections, null for no limit; further ones are closed immediately
 * @param patienceMs time limit in ms; 10 s by default
 */
export function cutSlowConnections(server: Server, most: number | null, patienceMs = PATIENCE_MS): void {
  // Node accepts this option only in `createServer`, but reads it when the server begins to listen, so it is set on
  // the object.
  Object.assign(server, { connectionsCheckingInterval: Math.min(LOOK_MS, patienceMs) });
  server.headersTimeout = patienceMs;
  server.requestTimeout = MAX_UPLOAD_MS;
  server.keepAliveTimeout = patienceMs;
  server.maxConnections = most ?? Infinity;
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (hasBody(request)) watchBody(request, response, patienceMs);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watchBody(request: IncomingMessage, response: ServerResponse, patienceMs: number): void {
  const isUpload = /^multipart\//i.test(request.headers['content-type'] ?? '');
  const { socket } = request;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    const read = socket.bytesRead - seen;
    seen += read;
    if (request.complete) clearInterval(timer);
    else if (!isUpload || read < (SLOWEST_UPLOAD_BYTES * patienceMs) / PATIENCE_MS) cut(request, response);
  }, patienceMs);
  timer.unref();
  for (const end of ['end', 'close', 'error']) request.once(end, () => clearInterval(timer));
}

function cut(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  if (response.headersSent) socket.destroy();
  else response.writeHead(408, { Connection: 'close' }).end(() => socket.destroy());
}
