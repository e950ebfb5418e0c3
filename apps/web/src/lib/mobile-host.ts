import { readLocal, writeLocal } from './local-storage';

const domainKey = 'parley.domain';

/** Whether this is the host shared by all organisations, where visitors first choose theirs (spec, section 2). */
export function isMobileHost(host = location.hostname): boolean {
  return host.startsWith('mobile.');
}

/** The domain chosen in this browser, or null. */
export function chosenDomain(): string | null {
  return readLocal(domainKey);
}

export function rememberDomain(domain: string): void {
  writeLocal(domainKey, domain);
}

/** Normalises a domain; null if it cannot be an organisation's: "www" belongs to a website, not to an inbox. */
export function asDomain(typed: string): string | null {
  const domain = typed.trim().toLowerCase();
  return domain === '' || domain.split('.').includes('www') ? null : domain;
}

/**
 * Path that signs the user in and then returns to `return_to`. On the mobile host it names the organisation's domain,
 * or asks for it.
 */
export function signInPath(parameters: { return_to?: string; prompt?: 'login' }): string {
  const domain = isMobileHost() ? chosenDomain() : null;
  if (isMobileHost() && domain === null) return '/authorize-domain';
  return `/auth/login?${new URLSearchParams({ ...parameters, ...(domain === null ? {} : { domain }) })}`;
}
