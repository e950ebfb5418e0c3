import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import type { AppRecordResponse } from '@parley/contracts/api/apps';
import { AppDataQuery, AppRecordRequest } from '@parley/contracts/api/apps.requests';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { AppRecords } from '../data/app-records';
import { AppQueries, type RunningApp } from '../read/apps.queries';

@Controller('api/v3/apps/:id/data')
@Requires('apps:read')
export class AppDataController {
  constructor(
    private readonly queries: AppQueries,
    private readonly records: AppRecords,
  ) {}

  @Get()
  async list(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { pluginId, name }: AppDataQuery,
  ): Promise<{ data: AppRecordResponse[] }> {
    return { data: await this.records.list(await this.app(me, id, pluginId), name) };
  }

  @Post()
  async add(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @NewId() recordId: string,
    @Body() { pluginId, name, value }: AppRecordRequest,
  ): Promise<AppRecordResponse> {
    return this.records.add(await this.app(me, id, pluginId), recordId, { name, value });
  }

  @Put(':recordId')
  async change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('recordId') recordId: string,
    @Body() { id: named, pluginId, name, value, version }: AppRecordRequest,
  ): Promise<AppRecordResponse> {
    if (named !== undefined && named !== recordId) throw new Rejected('invalid_input', 'id');
    return this.records.change(await this.app(me, id, pluginId), recordId, { name, value }, version);
  }

  @Delete(':recordId')
  async remove(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Id('recordId') recordId: string,
  ): Promise<Record<string, never>> {
    await this.records.remove(await this.app(me, id), recordId);
    return {};
  }

  private app({ customerId }: Principal, id: string, pluginId = id): Promise<RunningApp> {
    if (pluginId !== id) throw new Rejected('invalid_input', 'pluginId');
    return this.queries.running(customerId, id, 'data');
  }
}
