import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** For how long a connection may say nothing that leads anywhere. */
const PATIENCE_MS = 10_000;
/** How often Node looks which requests have not said their headers by then. */
const LOOK_MS = 1_000;
/** What a file that is uploaded brings in that time at least: 4 kB a second. */
const SLOWEST_UPLOAD_BYTES = 40_000;
/** What the whole of an upload may take. */
const LONGEST_UPLOAD_MS = 15 * 60_000;

/**
 * Lets nobody hold connections for nothing: headers, and bodies but those of uploads, are there within ten seconds, an
 * upload goes on, and a connection that is kept asks again within ten seconds. Sockets have to say who they are in the
 * same time (`connectTimeout` of the gateway). Call it before the server listens.
 * @param most connections that may be open, null for as many as come; others are closed at once
 * @param patienceMs 10 s if left out
 */
export function cutSlowConnections(server: Server, most: number | null, patienceMs = PATIENCE_MS): void {
  // Node takes it as an option of its own function alone, and reads it when it begins to listen.
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
