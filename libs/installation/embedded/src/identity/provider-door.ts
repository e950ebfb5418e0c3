import { timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { OidcSettings } from '@parley/access/http/sign-in/oidc-settings';
import type { FailedTries } from './failed-tries';
import { TooManyRequests } from '@parley/platform/http/rate-limit';
import { countedAddress, type RateLimits } from '@parley/platform/http/rate-limits';

/** Rate limits for POST requests to the embedded provider: sign-in forms, and exchanges of codes for tokens. */
export class ProviderDoor {
  private readonly credentials: Buffer;

  constructor(
    { clientId, clientSecret }: Pick<OidcSettings, 'clientId' | 'clientSecret'>,
    private readonly limits: RateLimits,
    private readonly tries: FailedTries,
  ) {
    const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
    this.credentials = Buffer.from(`Basic ${Buffer.from(pair).toString('base64')}`);
  }

  /**
   * Counts a request for its IP address, and a wrong client secret as a failure. Requests of this server with the
   * right secret are not limited, since it makes them for all users.
   * @throws TooManyRequests if the address exceeds a limit
   */
  take(request: Request, response: Response): void {
    if (this.isOurClient(request.headers.authorization)) return;
    const address = countedAddress(request.ip);
    this.limits.signIns.take(address);
    if (!request.path.startsWith('/token')) return;
    const client = 'the client';
    const blockedFor = this.tries.blockedFor(client, address, Date.now());
    if (blockedFor > 0) throw new TooManyRequests(blockedFor);
    response.once('finish', () => {
      if (response.statusCode === 401) this.tries.failed(client, address, Date.now());
    });
  }

  private isOurClient(authorization = ''): boolean {
    const given = Buffer.from(authorization);
    return given.length === this.credentials.length && timingSafeEqual(given, this.credentials);
  }
}
