import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Time limit in ms for headers, bodies, and idle connections. */
const PATIENCE_MS = 10_000;
/** Interval at which Node checks for requests whose headers are late. */
const LOOK_MS = 1_000;
/** Minimum size that an upload has to bring in that time: 4 kB a second. */
const SLOWEST_UPLOAD_BYTES = 40_000;
/** Time limit in ms for a whole upload. */
const LONGEST_UPLOAD_MS = 15 * 60_000;

/**
 * Cuts connections that hold the server up: headers and bodies have to arrive within ten seconds, an upload has to go
 * on, and an idle connection has to make another request within ten seconds. Sockets have to authenticate in the same
 * time (`connectTimeout` of the gateway). Call it before the server listens.
 * @param most maximum number of open connections, null for no limit; further ones are closed at once
 * @param patienceMs 10 s by default
 */
export function cutSlowConnections(server: Server, most: number | null, patienceMs = PATIENCE_MS): void {
  // Node takes this option only in `createServer`, and reads it when the server begins to listen.
  Object.assign(server, { connectionsCheckingInterval: Math.min(LOOK_MS, patienceMs) });
  server.headersTimeout = patienceMs;
  server.requestTimeout = LONGEST_UPLOAD_MS;
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
