import { Injectable } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import { Config } from '../config/config';
import { RateLimit } from './rate-limit';

/** The rates of this process, each counted in its memory: two processes let through twice as much. */
@Injectable()
export class RateLimits {
  /** By address. */
  readonly requests: RateLimit;
  /** By user. */
  readonly userRequests: RateLimit;
  /** By address. */
  readonly signIns: RateLimit;
  /** By user. */
  readonly invitations: RateLimit;
  /** By address. */
  readonly lookUps: RateLimit;
  /** By address. */
  readonly webhooks: RateLimit;

  /** By address. */
  readonly visitorSessions: RateLimit;
  /** By visitor. */
  readonly visitorRequests: RateLimit;
  /** By visitor. */
  readonly visitorMessages: RateLimit;
  /** By address. */
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

/** Counts each request for where it comes from, before anything of it is read. */
export function byAddress(limit: RateLimit): RequestHandler {
  return (request: Request, _response, next) => {
    limit.take(countedAddress(request.ip));
    next();
  };
}

/**
 * As whom an address counts. A household or a server has a whole network of 2^64 addresses of IPv6, and could be a new
 * one with each request.
 */
export function countedAddress(address: string | undefined): string {
  if (!address?.includes(':')) return address ?? '';
  const [first = 0, second = 0, third = 0, fourth = 0] = ipaddr.IPv6.parse(address).parts;
  return `${first}:${second}:${third}:${fourth}`;
}
