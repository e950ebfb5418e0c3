import { readLocal, writeLocal } from './local-storage';

const domainKey = 'parley.domain';

/**
 * Whether this is the mobile host, which all organisations share and on which visitors first choose theirs (spec,
 * section 2).
 */
export function isMobileHost(host = location.hostname): boolean {
  return host.startsWith('mobile.');
}

/** The organisation's domain that was chosen in this browser; null if none was. */
export function chosenDomain(): string | null {
  return readLocal(domainKey);
}

export function rememberDomain(domain: string): void {
  writeLocal(domainKey, domain);
}

/** Normalises a domain; null if it cannot be that of an organisation, as with "www", which belongs to a website. */
export function asDomain(typed: string): string | null {
  const domain = typed.trim().toLowerCase();
  return domain === '' || domain.split('.').includes('www') ? null : domain;
}

/**
 * Path that signs the user in and then returns to `return_to`. On the mobile host, the path includes the
 * organisation's domain; if none was chosen, it leads to the page that asks for the domain.
 */
export function signInPath(parameters: { return_to?: string; prompt?: 'login' }): string {
  const domain = isMobileHost() ? chosenDomain() : null;
  if (isMobileHost() && domain === null) return '/authorize-domain';
  return `/auth/login?${new URLSearchParams({ ...parameters, ...(domain === null ? {} : { domain }) })}`;
}
