import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Role } from '@parley/contracts/events';

/** Who a request or socket speaks for, once their token was verified. */
export interface Principal {
  userId: string;
  customerId: string;
  role: Role;
  ip?: string;
  /** The API key of a program that acts for this user; absent where the user acts in person. */
  apiKeyId?: string;
  can(action: string, subject: string): boolean;
}

/** Verifies a bearer ID token. The access context provides it. */
export abstract class Authenticator {
  /**
   * Null for a token that is missing, wrong, expired, or of nobody we know.
   * @throws CodedError `user_blocked`
   */
  abstract authenticate(token: string | undefined, ip: string | undefined): Promise<Principal | null>;

  /** The same from a request's `Cookie` header, for what a browser loads by itself: pictures, players, downloads. */
  abstract authenticateCookie(cookies: string | undefined, ip: string | undefined): Promise<Principal | null>;

  /**
   * Tells about whom another answer may be given from now on: a role was changed, somebody was blocked, an
   * organisation may be used from other addresses.
   */
  abstract onChange(hear: (isConcerned: Concerned) => void): void;
}

/** Knows the API keys by which programs of an organisation come. The access context provides it. */
export abstract class ApiKeys {
  /**
   * For whom a program with this secret acts, with no more rights than the key has. Null for a secret that is of no key,
   * or of one that expired, was revoked, or whose owner is gone.
   * @throws CodedError `api_disabled`, `ip_not_allowed`
   */
  abstract authenticate(secret: string, ip: string | undefined): Promise<Principal | null>;
}

export type Concerned = (principal: Pick<Principal, 'userId' | 'customerId'>) => boolean;

export const REQUIRED_ABILITY = 'parley:ability';

/** The ability a route asks for: `@Requires('inbox:read')`. Routes without one ask for a sign-in. */
export const Requires = (ability: `${string}:${string}`) => SetMetadata(REQUIRED_ABILITY, ability);

export const PUBLIC_ROUTE = 'parley:public';

/** A route that needs no sign-in. */
export const Public = () => SetMetadata(PUBLIC_ROUTE, true);

export const OPENED_BY_COOKIE = 'parley:opened-by-cookie';

/** A read-only route that the session cookie opens, too: a browser sends no headers of ours with an `<img>`. */
export const OpenedByCookie = () => SetMetadata(OPENED_BY_COOKIE, true);

/** The principal of the request, as a parameter of a controller's method. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal =>
    context.switchToHttp().getRequest<{ principal: Principal }>().principal,
);
