import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { normalAddress } from '@parley/platform/http/client-address';

/** Limits on what one client takes of the SMTP server. */
export interface SmtpLimits {
  /** Connections of one IPv4 address, or of one /64 network of IPv6 addresses; the setting PARLEY_SMTP_PLACES_PER_ADDRESS. */
  perAddress: number;
  /** Commands of one session; those that name recipients count too. */
  commands: number;
  /** Time in ms that a client may take for one command, however slowly it sends. */
  commandMs: number;
  /** Time in ms that a client may take for the content of one mail. */
  dataMs: number;
  /** Time in ms that a whole session may take. */
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

/** Gives each address a share of the connections and ends sessions that take too long or send too many commands. */
export class SmtpGuard {
  private readonly connections = new Map<string, number>();
  private readonly sessions = new Map<string, Session>();

  constructor(private readonly limits: SmtpLimits = SMTP_LIMITS) {}

  /** Takes one of the places of the socket's address until it closes. @returns false if its address has no place left */
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

  /** Counts a command that has arrived, and starts the time for the next one. */
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

/** Returns an IPv4 address, or the /64 network of an IPv6 address: one client may have all addresses of a network. */
function networkOf(address: string): string {
  const normal = normalAddress(address) ?? '';
  if (!ipaddr.IPv6.isValid(normal)) return normal;
  return ipaddr.IPv6.networkAddressFromCIDR(`${normal}/64`).toString();
}
