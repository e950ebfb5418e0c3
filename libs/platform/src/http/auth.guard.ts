import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { CodedError } from '@parley/contracts/api/coded-error';
import { Config } from '../config/config';
import { RateLimits } from './rate-limits';
import { Authenticator, OPENED_BY_COOKIE, PUBLIC_ROUTE, REQUIRED_ABILITY, type Principal } from './principal';

/**
 * Stands before every route: REST calls name the front end by its `api-key`, and every route but a `@Public` one
 * asks for a bearer ID token and for the ability in its `@Requires`. Sockets are authorised by the realtime role.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly config: Config,
    private readonly limits: RateLimits,
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
    this.limits.userRequests.take(principal.userId);
    request.principal = principal;

    const required = this.reflector.getAllAndOverride<string | undefined>(REQUIRED_ABILITY, targets);
    if (required !== undefined) requireAbility(principal, required);
    return true;
  }

  private authenticateCall(request: Request): Promise<Principal | null> {
    if (/^\/api\//i.test(request.path)) requireApiKey(request, this.config);
    return this.authenticator.authenticate(bearerOf(request), request.ip);
  }
}

/** What a browser does for an `<img>`: it reads, and sends no token. */
function isPlainLoad({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

/**
 * The fixed key that our own client sends. A page of another origin cannot send it without our leave, so on
 * routes that act by cookie it is what keeps forged requests out.
 * @throws CodedError `api_key`
 */
export function requireApiKey(request: Request, config: Config): void {
  if (request.headers['api-key'] !== config.frontendApiKey) throw new CodedError('api_key');
}

/** @throws CodedError `not_authorized` */
export function requireAbility(principal: Principal, ability: string): void {
  const colon = ability.indexOf(':');
  const [subject, action] = [ability.slice(0, colon), ability.slice(colon + 1)];
  if (!principal.can(action, subject)) throw new CodedError('not_authorized', ability);
}

export function bearerOf(request: Request): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
