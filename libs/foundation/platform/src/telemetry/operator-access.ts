import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { isLoopback } from '../http/client-address';

/** Decides which requests may read metrics and detailed health on the public port. */
@Injectable()
export class OperatorAccess {
  constructor(private readonly config: Config) {}

  /**
   * Whether a request may read metrics and detailed health: it has the operator's token, or comes from the same
   * machine to a trial installation on a loopback address that has neither a token nor an operator port. On any other
   * installation, a connection from the same machine may come from a proxy, and not every proxy adds a header.
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

/** Compares in constant time; the hashes have the same length. */
function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}

/**
 * Whether the installation is for trial or development: the demo's sign-in, and an address that only this machine can
 * reach.
 */
function isTriedOut({ oidc, isProduction, publicUrl }: Config): boolean {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  return !oidc && !isProduction && (host === 'localhost' || isLoopback(host));
}
