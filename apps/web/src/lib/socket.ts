import { io } from 'socket.io-client';
import { newId } from './id';
import type { PushSocket } from './realtime';

/**
 * Creates the socket: with the window's id as a header, and websocket preferred to polling (spec, section 7). The
 * token is set as `auth` when the socket connects.
 */
export function openSocket(): PushSocket {
  const id = newId();
  return io({
    autoConnect: false,
    reconnection: false,
    transports: ['websocket', 'polling'],
    // The id is in the query, too, because browsers cannot set headers on a websocket.
    extraHeaders: { 'websocket-id': id },
    query: { 'websocket-id': id },
  });
}
