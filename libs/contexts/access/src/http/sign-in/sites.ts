import { Injectable } from '@nestjs/common';
import { Config } from '@parley/platform/config/config';
import { domainName } from '../../domain/domain-name';
import { OrganisationQueries } from '../../read/organisations.queries';

/** The URL at which a browser uses the server, and the organisation whose users may sign in there. */
export interface Site {
  /** Without a trailing slash; the issuer returns the browser to this URL. */
  url: string;
  /** Null if users of all organisations may sign in. */
  organisationId: string | null;
}

/**
 * The hosts of the installation: the public URL's host for all organisations; the domains, each for one organisation;
 * and the mobile host, where visitors choose the domain of their organisation.
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
   * The site for a sign-in at a host.
   * @param chosen the domain that the visitor chose on the mobile host
   * @returns the path of a page to show instead, if no sign-in is possible at the host
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

  /**
   * The site of a host, regardless of a domain chosen on the mobile host. An unknown host gets the site of the public
   * URL.
   */
  async at(host: string): Promise<Site> {
    const organisationId = await this.owner(host);
    if (organisationId !== null || this.isMobile(host)) return { url: this.urlOf(host), organisationId };
    return { url: this.own.origin, organisationId };
  }

  /** All URLs to which the issuer may return a browser. */
  async urls(): Promise<string[]> {
    const hosts = [this.mobileHost, ...(await this.organisations.domains())];
    return [...new Set([this.own.origin, ...hosts.map((host) => this.urlOf(host))])];
  }

  private owner(host: string): Promise<string | null> {
    const domain = domainName(host);
    return domain === null ? Promise.resolve(null) : this.organisations.byDomain(domain);
  }

  /**
   * Whether a sign-in at this host is refused. With an external issuer, the installation serves known hosts only;
   * with the embedded issuer, which is for trials, any host.
   */
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
