import { io } from 'socket.io-client';
import { newId } from './id';
import type { PushSocket } from './realtime';

/**
 * Opens the socket: the window's id as a header, websocket before polling (spec, section 7). The token follows in
 * `auth` when the socket connects.
 */
export function openSocket(): PushSocket {
  const id = newId();
  return io({
    autoConnect: false,
    reconnection: false,
    transports: ['websocket', 'polling'],
    // Browsers cannot set headers on a websocket, so the query has the id, too.
    extraHeaders: { 'websocket-id': id },
    query: { 'websocket-id': id },
  });
}
