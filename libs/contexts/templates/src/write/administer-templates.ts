import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import type { CreateTemplateRequest } from '@parley/contracts/api/templates.requests';
import { assetLimit } from '@parley/contracts/rules/asset-limit';
import { harmlessFileName } from '@parley/contracts/rules/file-name';
import { emptyTemplate, type TemplateAccount } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { inspectFile, MAX_PIXELS } from '@parley/platform/storage/inspect-file';
import { newPath, Storage } from '@parley/platform/storage/storage';
import { template, writtenOf, type TemplateState } from '../domain/template';
import { TemplateProviders } from './template-providers';
import { TemplateUses } from './template-uses';
import { ToTemplate } from './template.handler';

const MAX_FILE_NAME_LENGTH = 2_000;

/** A file that was uploaded in a multipart form. */
export interface UploadedFile {
  originalname: string;
  mimetype: string;
  buffer: Buffer;
}

type Position = string;

/** Managers' actions on templates that call a provider or involve other streams. */
@Injectable()
export class AdministerTemplates {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly providers: TemplateProviders,
    private readonly storage: Storage,
    private readonly uses: TemplateUses,
  ) {}

  /**
   * Creates a draft for the provider's account to which the channels belong.
   * @throws Rejected `template_without_channel`, `template_providers_mixed`, `template_accounts_mixed` or
   * `template_name_taken`
   */
  async create(id: string, request: CreateTemplateRequest, context: CommandContext): Promise<Position> {
    const { channelIds, content = emptyTemplate, ...named } = request;
    const account = await this.accountOf(channelIds, context.customerId);
    return this.run(id, { type: 'Create', ...account, ...named, content }, context);
  }

  /**
   * Submits the draft to the provider for review. A repeated request is a no-op.
   * @throws NotFound if the organisation has no such template
   * @throws Rejected by the template's rules; `template_refused` with the provider's message;
   * `template_without_channel`; `provider_unavailable`
   */
  async submit(id: string, context: CommandContext): Promise<Position> {
    // Among concurrent requests, only the request that records the event calls the provider.
    const submitted = await this.commands.execute(
      new ToTemplate(id, { type: 'Submit', at: context.now }, context),
    );
    const { state } = submitted;
    if (submitted.events.length === 0) return submitted.position ?? '';
    const { externalId, attachment } = state;
    const asked = { ...writtenOf(state), externalId, attachment };
    const answer = await this.providers.submit(context.customerId, state, asked);
    if (answer.outcome === 'taken') {
      const take = { type: 'Take', externalId: answer.externalId } as const;
      return this.run(id, take, step(context, 'taken'));
    }
    if (answer.outcome === 'unknown') throw new Rejected('provider_unavailable');
    const { code, detail } = answer;
    await this.run(id, { type: 'Refuse', code, detail }, step(context, 'refused'));
    throw new Rejected(code, detail ?? undefined);
  }

  /**
   * Deletes a template; if its provider has it, the provider deletes it first.
   * @throws NotFound if the organisation has no such template
   * @throws Rejected `template_in_use`, `template_refused`, `template_without_channel` or `provider_unavailable`
   */
  async delete(id: string, context: CommandContext): Promise<Position> {
    const state = await this.load(id, context);
    const { existence, externalId, isGone, name, language } = state;
    const uses = await this.uses.of(context.customerId, id);
    if (uses.length > 0) {
      throw new Rejected('template_in_use', uses.map(({ what, count }) => `${what}: ${count}`).join(', '));
    }
    if (existence === 'present' && externalId !== null && !isGone) {
      const answer = await this.providers.remove(context.customerId, state, { name, language, externalId });
      if (answer.outcome === 'unknown') throw new Rejected('provider_unavailable');
      if (answer.outcome === 'refused') throw new Rejected(answer.code, answer.detail ?? undefined);
    }
    return this.run(id, { type: 'Delete', at: context.now }, context);
  }

  /**
   * Sets the default file of the template's header.
   * @throws NotFound if the organisation has no such template
   * @throws Rejected `file_empty`, `file_too_large`, `file_type_mismatch` or `picture_too_large`
   */
  async attach(id: string, file: UploadedFile | undefined, context: CommandContext): Promise<Position> {
    const { provider, existence, draft, live, isAttachmentLocked } = await this.load(id, context);
    if (existence !== 'present') throw new NotFound();
    if (!file || file.buffer.length === 0) throw new Rejected('file_empty');
    const { mimetype: contentType, buffer } = file;
    const format = (draft ?? live)?.content.header?.format;
    if (!isOfFormat(contentType, format)) throw new Rejected('file_type_mismatch');
    const limit = assetLimit({ platform: 'whatsapp', provider }, contentType);
    if (buffer.length > limit) throw new Rejected('file_too_large', `at most ${limit} bytes`);
    const fault = inspectFile(buffer, contentType);
    if (fault === 'type') throw new Rejected('file_type_mismatch');
    if (fault === 'pixels') throw new Rejected('picture_too_large', `at most ${MAX_PIXELS} pixels`);
    // Multer decodes the file name in a multipart header as Latin-1, but browsers send UTF-8.
    const given = Buffer.from(file.originalname, 'latin1').toString('utf8').slice(0, MAX_FILE_NAME_LENGTH);
    const path = newPath();
    await this.storage.put(path, buffer, contentType);
    const attachment = {
      id: createHash('sha256').update(path).digest('hex').slice(0, 32),
      fileName: harmlessFileName(given) ?? 'file',
      ...{ contentType, size: buffer.length, path },
    };
    return this.run(id, { type: 'SetAttachment', attachment, isLocked: isAttachmentLocked }, context);
  }

  /** Sets whether senders have to use the default file. */
  async lock(id: string, isLocked: boolean, context: CommandContext): Promise<Position> {
    const { attachment } = await this.load(id, context);
    return this.run(
      id,
      { type: 'SetAttachment', attachment, isLocked: isLocked && attachment !== null },
      context,
    );
  }

  async detach(id: string, context: CommandContext): Promise<Position> {
    return this.run(id, { type: 'SetAttachment', attachment: null, isLocked: false }, context);
  }

  private async accountOf(channelIds: string[], customerId: string): Promise<TemplateAccount> {
    const sources = await this.providers.sources(customerId);
    const chosen = channelIds.map((id) => sources.find((source) => source.channelIds.includes(id)));
    const known = chosen.filter((source) => source !== undefined);
    const [first] = known;
    if (!first || known.length < chosen.length) throw new Rejected('template_without_channel');
    const { provider, accountId } = first;
    if (known.some((source) => source.provider !== provider)) throw new Rejected('template_providers_mixed');
    if (known.some((source) => source.accountId !== accountId)) throw new Rejected('template_accounts_mixed');
    return { provider, accountId };
  }

  private async load(id: string, { customerId }: CommandContext): Promise<TemplateState> {
    return (await this.aggregates.load(template, 'template', id, customerId)).state;
  }

  /** @throws NotFound if the organisation has no such template */
  private async run(id: string, command: ToTemplate['command'], context: CommandContext): Promise<Position> {
    const { position } = await this.commands.execute(new ToTemplate(id, command, context));
    if (position === null) throw new NotFound();
    return position;
  }
}

function isOfFormat(contentType: string, format: string | undefined): boolean {
  if (format === 'image') return /^image\/(jpeg|png)$/.test(contentType);
  if (format === 'video') return /^video\/(mp4|3gpp)$/.test(contentType);
  return format === 'document' && !/^(image|video|audio)\//.test(contentType);
}
