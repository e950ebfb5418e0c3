import { Injectable } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import { Config } from '../config/config';
import { RateLimit } from './rate-limit';

/** The rates of this process, counted in its memory: two processes together permit twice as much. */
@Injectable()
export class RateLimits {
  /** Counted by client address. */
  readonly requests: RateLimit;
  /** Counted by user. */
  readonly userRequests: RateLimit;
  /** Counted by client address. */
  readonly signIns: RateLimit;
  /** Counted by user. */
  readonly invitations: RateLimit;
  /** Counted by client address. */
  readonly lookUps: RateLimit;
  /** Counted by client address. */
  readonly webhooks: RateLimit;

  /** Counted by client address. */
  readonly visitorSessions: RateLimit;
  /** Counted by visitor. */
  readonly visitorRequests: RateLimit;
  /** Counted by visitor. */
  readonly visitorMessages: RateLimit;
  /** Counted by client address. */
  readonly visitorAddressMessages: RateLimit;

  constructor({ limits }: Config) {
    this.requests = new RateLimit(limits.addressRequests);
    this.userRequests = new RateLimit(limits.userRequests);
    this.signIns = new RateLimit(limits.signIns);
    this.invitations = new RateLimit(limits.invitations);
    this.lookUps = new RateLimit(limits.lookUps);
    this.webhooks = new RateLimit(limits.webhooks);
    this.visitorSessions = new RateLimit(limits.visitorSessions);
    this.visitorRequests = new RateLimit(limits.visitorRequests);
    this.visitorMessages = new RateLimit(limits.visitorMessages);
    this.visitorAddressMessages = new RateLimit(limits.visitorAddressMessages);
  }
}

/**
 * Counts each request by its client address before reading it.
 * @throws TooManyRequests above the rate
 */
export function byAddress(limit: RateLimit): RequestHandler {
  return (request: Request, _response, next) => {
    limit.take(countedAddress(request.ip));
    next();
  };
}

/**
 * @returns the key under which an address counts: for IPv6 its /64 network. A household or server has 2^64 addresses
 * there and could use a new one for each request.
 */
export function countedAddress(address: string | undefined): string {
  if (!address?.includes(':')) return address ?? '';
  const [first = 0, second = 0, third = 0, fourth = 0] = ipaddr.IPv6.parse(address).parts;
  return `${first}:${second}:${third}:${fourth}`;
}
