import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { ParkedDetailResponse, ParkedResponse } from '@parley/contracts/api/parked';
import { Id } from '../http/id';
import { CurrentPrincipal, Requires, type Principal } from '../http/principal';
import { Bus } from './bus';
import { ParkedMessages, type ParkedMessage } from './parked-messages';

/** Maximum number of characters of a body in the response; the start of a webhook is the useful part. */
const BODY_SHOWN = 20_000;

/** Routes with which an organisation's administrators handle its dead letters. */
@Controller('api/v3/parked')
export class ParkedController {
  constructor(
    private readonly parked: ParkedMessages,
    private readonly bus: Bus,
  ) {}

  @Get()
  @Requires('developers:read')
  async list(@CurrentPrincipal() { customerId }: Principal): Promise<{ data: ParkedResponse[] }> {
    return { data: (await this.parked.list({ customerId })).map(rowOf) };
  }

  @Get(':id')
  @Requires('developers:read')
  async show(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
  ): Promise<ParkedDetailResponse> {
    const found = await this.parked.find(id, { customerId });
    if (!found) throw new CodedError('not_found');
    return detailOf(found);
  }

  @Post(':id/retry')
  @HttpCode(204)
  @Requires('developers:update')
  async retry(@CurrentPrincipal() { customerId }: Principal, @Id('id') id: string): Promise<void> {
    if (!(await this.parked.retry(this.bus, id, { customerId }))) throw new CodedError('not_found');
  }

  @Post(':id/drop')
  @HttpCode(204)
  @Requires('developers:update')
  async drop(@CurrentPrincipal() { customerId }: Principal, @Id('id') id: string): Promise<void> {
    if (!(await this.parked.drop(id, { customerId }))) throw new CodedError('not_found');
  }
}

function rowOf({ parkedId, topic, group, error, parkedAt, value }: ParkedMessage): ParkedResponse {
  return { id: parkedId, topic, group, error, parkedAt: parkedAt.toISOString(), size: value.length };
}

function detailOf(message: ParkedMessage): ParkedDetailResponse {
  const { key, id, partition, offset, headers, value } = message;
  const text = value.toString('utf8');
  return {
    ...rowOf(message),
    key,
    messageId: id,
    partition,
    offset,
    headers,
    body: text.slice(0, BODY_SHOWN),
    isBodyCut: text.length > BODY_SHOWN,
  };
}
