import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { normalAddress } from '@parley/platform/http/client-address';

export interface SmtpLimits {
  /**
   * Maximum number of connections of one IPv4 address or one /64 network of IPv6 addresses; set by
   * PARLEY_SMTP_PLACES_PER_ADDRESS.
   */
  perAddress: number;
  /** Maximum number of commands of one session, including those that name recipients. */
  commands: number;
  /** Time limit in ms for a client to send one command. */
  commandMs: number;
  /** Time limit in ms for a client to send the content of one mail. */
  dataMs: number;
  /** Time limit in ms for a whole session. */
  sessionMs: number;
}

export const SMTP_LIMITS: SmtpLimits = {
  perAddress: 10,
  commands: 1_000,
  commandMs: 60_000,
  dataMs: 5 * 60_000,
  sessionMs: 15 * 60_000,
};

interface Session {
  socket: Socket;
  commands: number;
  commandTimer: NodeJS.Timeout;
  sessionTimer: NodeJS.Timeout;
}

/** Limits the connections per address, and ends sessions that take too long or send too many commands. */
export class SmtpGuard {
  private readonly connections = new Map<string, number>();
  private readonly sessions = new Map<string, Session>();

  constructor(private readonly limits: SmtpLimits = SMTP_LIMITS) {}

  /**
   * Counts a connection of the socket's address until it closes.
   * @returns false if the address has its maximum already
   */
  admit(socket: Socket): boolean {
    const network = networkOf(socket.remoteAddress ?? '');
    const taken = this.connections.get(network) ?? 0;
    if (taken >= this.limits.perAddress) return false;
    this.connections.set(network, taken + 1);
    socket.once('close', () => {
      const left = (this.connections.get(network) ?? 1) - 1;
      if (left > 0) this.connections.set(network, left);
      else this.connections.delete(network);
    });
    return true;
  }

  /** Watches an admitted connection until it closes. */
  watch(id: string, socket: Socket): void {
    const { commandMs, sessionMs } = this.limits;
    const session = {
      socket,
      commands: 0,
      commandTimer: endAfter(socket, commandMs),
      sessionTimer: endAfter(socket, sessionMs),
    };
    this.sessions.set(id, session);
    socket.once('close', () => {
      clearTimeout(session.commandTimer);
      clearTimeout(session.sessionTimer);
      this.sessions.delete(id);
    });
  }

  /** Counts a received command, and restarts the time limit for the next one. */
  onCommand(id: string, command: string): void {
    const session = this.sessions.get(id);
    if (!session) return;
    clearTimeout(session.commandTimer);
    if (++session.commands > this.limits.commands) return end(session.socket);
    const isData = command.toUpperCase() === 'DATA';
    session.commandTimer = endAfter(session.socket, isData ? this.limits.dataMs : this.limits.commandMs);
  }
}

function endAfter(socket: Socket, ms: number): NodeJS.Timeout {
  return setTimeout(() => end(socket), ms).unref();
}

/** Closes the socket without an answer: after STARTTLS, plain text on it would break the encryption. */
function end(socket: Socket): void {
  socket.destroy();
}

/** Returns an IPv4 address, or the /64 network of an IPv6 address: one client may own all addresses of a network. */
function networkOf(address: string): string {
  const normal = normalAddress(address) ?? '';
  if (!ipaddr.IPv6.isValid(normal)) return normal;
  return ipaddr.IPv6.networkAddressFromCIDR(`${normal}/64`).toString();
}
