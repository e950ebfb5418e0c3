import { Injectable, Optional, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { API_KEY_PREFIX } from '@parley/contracts/api/api-keys';
import { CodedError } from '@parley/contracts/api/coded-error';
import { Config } from '../config/config';
import type { RateLeft } from './rate-limit';
import { RateLimits } from './rate-limits';
import {
  ApiKeys,
  Authenticator,
  OPENED_BY_COOKIE,
  PUBLIC_ROUTE,
  REQUIRED_ABILITY,
  type Principal,
} from './principal';

/**
 * Guards every HTTP route. A route that is not `@Public` needs a bearer token and the ability in its `@Requires`. The
 * token is either a user's ID token, together with the front end's `api-key`, or the secret of an API key. The
 * realtime role authorises sockets.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly config: Config,
    private readonly limits: RateLimits,
    @Optional() private readonly apiKeys?: ApiKeys,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC_ROUTE, targets)) return true;

    const request = context.switchToHttp().getRequest<Request & { principal?: Principal }>();
    const isOpenedByCookie = this.reflector.getAllAndOverride<boolean | undefined>(OPENED_BY_COOKIE, targets);
    const principal =
      isOpenedByCookie && isPlainLoad(request)
        ? await this.authenticator.authenticateCookie(request.headers.cookie, request.ip)
        : await this.authenticateCall(request);
    if (!principal) throw new CodedError('unauthenticated');
    const left = this.limits.userRequests.take(principal.apiKeyId ?? principal.userId);
    if (left) tellRate(context.switchToHttp().getResponse<Response>(), left);
    request.principal = principal;

    const required = this.reflector.getAllAndOverride<string | undefined>(REQUIRED_ABILITY, targets);
    if (required !== undefined) requireAbility(principal, required);
    // A route without `@Requires` belongs to a user in person, so an API key may not call it.
    else if (principal.apiKeyId !== undefined) throw new CodedError('not_authorized');
    return true;
  }

  private async authenticateCall(request: Request): Promise<Principal | null> {
    const bearer = bearerOf(request);
    if (bearer?.startsWith(API_KEY_PREFIX))
      return (await this.apiKeys?.authenticate(bearer, request.ip)) ?? null;
    if (/^\/api\//i.test(request.path)) requireApiKey(request, this.config);
    return this.authenticator.authenticate(bearer, request.ip);
  }
}

/** Sends the unused part of the rate in the headers that most client libraries read. */
function tellRate(response: Response, { limit, remaining, resetSeconds }: RateLeft): void {
  response.setHeader('RateLimit-Limit', limit);
  response.setHeader('RateLimit-Remaining', remaining);
  response.setHeader('RateLimit-Reset', resetSeconds);
}

/** Whether a request reads and has no token, like that of a browser for an `<img>`. */
function isPlainLoad({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

/**
 * Checks the fixed key of the web client. A page of another origin cannot send it without CORS permission, so it
 * prevents forged requests on routes that accept a cookie.
 * @throws CodedError `api_key` if it differs
 */
export function requireApiKey(request: Request, config: Config): void {
  if (request.headers['api-key'] !== config.frontendApiKey) throw new CodedError('api_key');
}

/** @throws CodedError `not_authorized` if the principal lacks the ability */
export function requireAbility(principal: Principal, ability: string): void {
  const colon = ability.indexOf(':');
  const [subject, action] = [ability.slice(0, colon), ability.slice(colon + 1)];
  if (!principal.can(action, subject)) throw new CodedError('not_authorized', ability);
}

export function bearerOf(request: Request): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
