import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Role } from '@parley/contracts/events';

/** The user of a request or socket, from a verified token. */
export interface Principal {
  userId: string;
  customerId: string;
  role: Role;
  ip?: string;
  /** The API key of a program that acts for this user; undefined if the user acts in person. */
  apiKeyId?: string;
  can(action: string, subject: string): boolean;
}

/** Verifies bearer ID tokens. The access context implements it. */
export abstract class Authenticator {
  /**
   * @returns the user of the token; null if the token is missing, wrong, expired or of an unknown user
   * @throws CodedError `user_blocked` if an administrator has blocked the user
   */
  abstract authenticate(token: string | undefined, ip: string | undefined): Promise<Principal | null>;

  /**
   * Authenticates like `authenticate`, but by a request's `Cookie` header, for files that a browser loads without
   * other headers: images, media, downloads.
   */
  abstract authenticateCookie(cookies: string | undefined, ip: string | undefined): Promise<Principal | null>;

  /**
   * Calls `hear` when the result of `authenticate` may have changed for some users: a role changed, a user was
   * blocked, or an organisation allows other addresses.
   */
  abstract onChange(hear: (isConcerned: Concerned) => void): void;
}

/** Verifies the API keys of an organisation's programs. The access context implements it. */
export abstract class ApiKeys {
  /**
   * @returns the user for whom the program acts, limited to the rights of the key. Null if the secret belongs to no
   * key, or the key has expired, was revoked or has lost its owner.
   * @throws CodedError `api_disabled`, `ip_not_allowed`
   */
  abstract authenticate(secret: string, ip: string | undefined): Promise<Principal | null>;
}

export type Concerned = (principal: Pick<Principal, 'userId' | 'customerId'>) => boolean;

export const REQUIRED_ABILITY = 'parley:ability';

/**
 * Sets the ability that a route needs, such as `@Requires('inbox:read')`. A route without this decorator needs only a
 * sign-in.
 */
export const Requires = (ability: `${string}:${string}`) => SetMetadata(REQUIRED_ABILITY, ability);

export const PUBLIC_ROUTE = 'parley:public';

/** Marks a route that needs no sign-in. */
export const Public = () => SetMetadata(PUBLIC_ROUTE, true);

export const OPENED_BY_COOKIE = 'parley:opened-by-cookie';

/**
 * Marks a read-only route that also accepts the session cookie, since a browser sends no custom headers for an
 * `<img>`.
 */
export const OpenedByCookie = () => SetMetadata(OPENED_BY_COOKIE, true);

/** Parameter decorator for the principal of the request. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal =>
    context.switchToHttp().getRequest<{ principal: Principal }>().principal,
);
