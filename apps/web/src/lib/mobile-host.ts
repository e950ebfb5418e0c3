import { readLocal, writeLocal } from './local-storage';

const domainKey = 'parley.domain';

/** The host that is every organisation's: its visitors choose for which they come (spec, section 2). */
export function isMobileHost(host = location.hostname): boolean {
  return host.startsWith('mobile.');
}

/** The domain that was chosen in this browser, or null. */
export function chosenDomain(): string | null {
  return readLocal(domainKey);
}

export function rememberDomain(domain: string): void {
  writeLocal(domainKey, domain);
}

/** A domain as it is compared; null where it cannot be one: "www" is a website's, not an inbox's. */
export function asDomain(typed: string): string | null {
  const domain = typed.trim().toLowerCase();
  return domain === '' || domain.split('.').includes('www') ? null : domain;
}

/** The page that signs in, to come back to a path. On the mobile host it is told for which organisation. */
export function signInPath(parameters: { return_to?: string; prompt?: 'login' }): string {
  const domain = isMobileHost() ? chosenDomain() : null;
  if (isMobileHost() && domain === null) return '/authorize-domain';
  return `/auth/login?${new URLSearchParams({ ...parameters, ...(domain === null ? {} : { domain }) })}`;
}
