import { io } from 'socket.io-client';
import { newId } from './id';
import type { PushSocket } from './realtime';

/**
 * The handshake: the window's id as a header, websocket before polling (spec, section 7). The token comes with `auth`
 * once it connects.
 */
export function openSocket(): PushSocket {
  const id = newId();
  return io({
    autoConnect: false,
    reconnection: false,
    transports: ['websocket', 'polling'],
    // A browser cannot set headers on a websocket: there the query carries the id.
    extraHeaders: { 'websocket-id': id },
    query: { 'websocket-id': id },
  });
}
