import { Injectable } from '@nestjs/common';
import { Config } from '@parley/platform/config/config';
import { domainName } from '../../domain/domain-name';
import { OrganisationQueries } from '../../read/organisations.queries';

/** Where a browser is with us, and whose sign-in it is. */
export interface Site {
  /** Without a trailing slash: it comes back here from the issuer. */
  url: string;
  /** Null where anybody of any organisation may sign in. */
  organisationId: string | null;
}

/**
 * The hosts under which we are found: the public address, which is everybody's; the organisations' domains, each of
 * which is one's only; and the mobile host, whose visitors say for which organisation they come.
 */
@Injectable()
export class Sites {
  private readonly own: URL;

  constructor(
    private readonly organisations: OrganisationQueries,
    private readonly config: Config,
  ) {
    this.own = new URL(config.publicUrl);
  }

  /**
   * Where somebody signs in who came to a host.
   * @param chosen the domain that was chosen on the mobile host
   * @returns a page to see first, where there is nothing to sign in to
   */
  async of(host: string, chosen?: string): Promise<Site | `/${string}`> {
    const site = await this.at(host);
    if (site.organisationId !== null) return site;
    if (this.isMobile(host)) {
      if (!chosen) return '/authorize-domain';
      const organisationId = await this.owner(chosen);
      return organisationId ? { ...site, organisationId } : '/error-404';
    }
    return this.isStrange(host) ? '/error-404' : site;
  }

  /** A host as it is, whatever was chosen there. One we do not know is the public address. */
  async at(host: string): Promise<Site> {
    const organisationId = await this.owner(host);
    if (organisationId !== null || this.isMobile(host)) return { url: this.urlOf(host), organisationId };
    return { url: this.own.origin, organisationId };
  }

  /** Everywhere that a browser may come back to. */
  async urls(): Promise<string[]> {
    const hosts = [this.mobileHost, ...(await this.organisations.domains())];
    return [...new Set([this.own.origin, ...hosts.map((host) => this.urlOf(host))])];
  }

  private owner(host: string): Promise<string | null> {
    const domain = domainName(host);
    return domain === null ? Promise.resolve(null) : this.organisations.byDomain(domain);
  }

  /** With an issuer of its own the installation serves whom it knows; the embedded one is for trying it out. */
  private isStrange(host: string): boolean {
    return this.config.oidc !== undefined && host.toLowerCase() !== this.own.hostname && !isLoopback(host);
  }

  private isMobile(host: string): boolean {
    return host.toLowerCase() === this.mobileHost;
  }

  private get mobileHost(): string {
    return `mobile.${this.own.hostname}`;
  }

  private urlOf(host: string): string {
    const url = new URL(this.own);
    url.hostname = host;
    return url.origin;
  }
}

function isLoopback(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host);
}
