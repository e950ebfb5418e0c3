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

/** Organisations as their clients find them: by host before anybody signed in, and by id afterwards. */
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
   * One's own organisation. Its two keys are one, as the cipher for client events (AES-CTR) has it. Every signed-in
   * colleague gets it: it keeps client events from whoever only carries them, and protects nothing else. Files are
   * opened by short signed links, and what lies at rest is sealed with keys that never leave the server.
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
