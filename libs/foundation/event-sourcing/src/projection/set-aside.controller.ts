import { Controller, Get } from '@nestjs/common';
import type { SetAsideResponse } from '@parley/contracts/api/set-aside';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { SetAsideRecords } from './set-aside-records';

/** Lists an organisation's quarantined streams to its administrators. */
@Controller('api/v3/set-aside')
export class SetAsideController {
  constructor(private readonly records: SetAsideRecords) {}

  @Get()
  @Requires('developers:read')
  async list(@CurrentPrincipal() { customerId }: Principal): Promise<{ data: SetAsideResponse[] }> {
    const found = await this.records.list({ customerId, limit: 100 });
    return { data: found.map(({ id, view, stream, at }) => ({ id, view, stream, at: at.toISOString() })) };
  }
}
