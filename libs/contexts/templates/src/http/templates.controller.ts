import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Patch,
  Post,
  Query,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { FileInterceptor } from '@nestjs/platform-express';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import type { TemplateFileResponse, TemplatesResponse } from '@parley/contracts/api/templates';
import {
  CreateTemplateRequest,
  LockAttachmentRequest,
  PatchTemplateRequest,
} from '@parley/contracts/api/templates.requests';
import { countedTarget } from '@parley/contracts/rules/counted-links';
import { MAX_ASSET_SIZE } from '@parley/contracts/rules/asset-limit';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Config } from '@parley/platform/config/config';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Storage } from '@parley/platform/storage/storage';
import { templatesView } from '../read/templates.projector';
import { TemplateQueries } from '../read/templates.queries';
import { AdministerTemplates, type UploadedFile as File } from '../write/administer-templates';
import { TemplateProviders } from '../write/template-providers';
import { TemplateUses } from '../write/template-uses';
import { ToTemplate } from '../write/template.handler';

@Controller('api/v3/templates')
export class TemplatesController {
  constructor(
    private readonly templates: TemplateQueries,
    private readonly administer: AdministerTemplates,
    private readonly providers: TemplateProviders,
    private readonly uses: TemplateUses,
    private readonly views: Views,
    private readonly commands: CommandBus,
    private readonly storage: Storage,
    private readonly config: Config,
  ) {}

  @Get()
  @Requires('templates:read')
  list(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<TemplatesResponse & Fresh> {
    return this.views.read(templatesView.name, minPosition, async () => {
      const data = await this.templates.list(customerId, {
        sources: await this.providers.sources(customerId),
        now: new Date().toISOString(),
      });
      const ids = data.map(({ id }) => id);
      const [uses, syncedAt] = await Promise.all([
        this.uses.ofMany(customerId, ids),
        this.templates.syncedAt(customerId),
      ]);
      return { data, uses, syncedAt, countedTarget: countedTarget(this.config.publicUrl) };
    });
  }

  @Get(':id/attachment')
  @Requires('templates:read')
  async attachment(
    @CurrentPrincipal() { customerId }: Principal,
    @Id('id') id: string,
  ): Promise<TemplateFileResponse> {
    const { attachment } = (await this.templates.one(customerId, id)).state;
    if (!attachment) throw new NotFound();
    const { path, contentType, fileName } = attachment;
    return { url: await this.storage.signedUrl(path, { contentType, fileName, inline: true }) };
  }

  @Post()
  @Requires('messageTemplatesManager:create')
  async create(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() request: CreateTemplateRequest,
  ): Promise<CreatedResponse> {
    return { id, position: await this.administer.create(id, request, requestedNow(me)) };
  }

  @Patch(':id')
  @Requires('messageTemplatesManager:update')
  change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() changes: PatchTemplateRequest,
  ): Promise<CommandResponse> {
    return carryOut(this.commands, new ToTemplate(id, { type: 'Change', changes }, requestedNow(me)));
  }

  @Post(':id/submit')
  @HttpCode(200)
  @Requires('messageTemplatesManager:update')
  async submit(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return { position: await this.administer.submit(id, requestedNow(me)) };
  }

  @Delete(':id')
  @Requires('messageTemplatesManager:delete')
  async delete(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return { position: await this.administer.delete(id, requestedNow(me)) };
  }

  @Post(':id/attachment')
  @HttpCode(200)
  @Requires('messageTemplatesManager:update')
  @UseInterceptors(FileInterceptor('file', { limits: { fileSize: MAX_ASSET_SIZE, files: 1, fields: 0 } }))
  async attach(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @UploadedFile() file: File | undefined,
  ): Promise<CommandResponse> {
    return { position: await this.administer.attach(id, file, requestedNow(me)) };
  }

  @Patch(':id/attachment')
  @Requires('messageTemplatesManager:update')
  async lock(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { isLocked }: LockAttachmentRequest,
  ): Promise<CommandResponse> {
    return { position: await this.administer.lock(id, isLocked, requestedNow(me)) };
  }

  @Delete(':id/attachment')
  @Requires('messageTemplatesManager:update')
  async detach(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return { position: await this.administer.detach(id, requestedNow(me)) };
  }
}
