import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { isLoopback } from '../http/client-address';

/** Who may read metrics and detailed health on the port that everybody reaches. */
@Injectable()
export class OperatorAccess {
  constructor(private readonly config: Config) {}

  /**
   * With the operator's token. A Parley that is tried out or developed, at a loopback address and with neither a token
   * nor a port for operators, also shows them to its own machine. Elsewhere a connection from this machine may be a
   * proxy's, behind which anybody may be, and not every proxy says so.
   */
  allows({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
    const { operatorToken, operatorPort } = this.config;
    if (operatorToken !== undefined) {
      const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
      return given !== undefined && isSame(given, operatorToken);
    }
    if (operatorPort !== undefined || !isTriedOut(this.config)) return false;
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    return !isForwarded && isLoopback(socket.remoteAddress);
  }
}

/** Takes as long for a token that is nearly right; as hashes they are of one length. */
function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}

/** With the demo's sign-in, and nobody reaches it but from the machine it runs on. */
function isTriedOut({ oidc, isProduction, publicUrl }: Config): boolean {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  return !oidc && !isProduction && (host === 'localhost' || isLoopback(host));
}
