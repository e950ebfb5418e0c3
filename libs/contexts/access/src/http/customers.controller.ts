import { Controller, Get, Header, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { CustomerResponse, OrganisationIdResponse } from '@parley/contracts/api/access';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Public, Requires, type Principal } from '@parley/platform/http/principal';
import { countedAddress, RateLimits } from '@parley/platform/http/rate-limits';
import { clientEventKey } from '@parley/platform/security/client-event-key';
import { MasterKey } from '@parley/platform/security/master-key';
import { domainName } from '../domain/domain-name';
import { AccessQueries } from '../read/access.queries';
import { OrganisationQueries } from '../read/organisations.queries';

/** Finds organisations for clients: by host before the sign-in, and by id afterwards. */
@Controller('api/gateway/v1/customers')
export class CustomersController {
  constructor(
    private readonly organisations: OrganisationQueries,
    private readonly access: AccessQueries,
    private readonly limits: RateLimits,
    private readonly masterKey: MasterKey,
  ) {}

  @Get('domain/:host/org-id')
  @Public()
  @Header('Cache-Control', 'no-store')
  async organisationOf(
    @Param('host') host: string,
    @Req() request: Request,
  ): Promise<OrganisationIdResponse> {
    this.limits.lookUps.take(countedAddress(request.ip));
    const domain = domainName(host);
    const orgId = domain && (await this.organisations.byDomain(domain));
    if (!orgId) throw new NotFound();
    return { orgId };
  }

  /**
   * Returns the user's own organisation. The two keys in the response are equal, because the cipher for client events
   * (AES-CTR) is symmetric. Every signed-in user gets the key: it hides client events only from systems that
   * transport them, and protects nothing else. Files are opened by short-lived signed links, and stored data is
   * encrypted with keys that never leave the server.
   */
  @Get(':id')
  @Requires('auth:read')
  @Header('Cache-Control', 'no-store')
  async one(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CustomerResponse> {
    if (id !== me.customerId) throw new NotFound();
    const { customer } = await this.access.profile(me.customerId, me.userId);
    const key = clientEventKey(this.masterKey, id);
    return { ...customer, encryptionKey: key, decryptionKey: key };
  }
}
