import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { SignedUrlsResponse } from '@parley/contracts/api/specification';
import { SignedUrlsRequest } from '@parley/contracts/api/specification.requests';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { Viewer } from '@parley/access-rules/viewer';
import { Config } from '@parley/platform/config/config';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Storage } from '@parley/platform/storage/storage';
import { fileAt } from './shapes/entry';

/** Creates signed URLs of files, which can be opened without a session. */
@Controller('api/v3/assets/signed-urls')
@Requires('inbox:read')
export class SignedUrlsController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly transcript: TranscriptQueries,
    private readonly storage: Storage,
    private readonly config: Config,
  ) {}

  @Post()
  @HttpCode(200)
  async sign(
    @CurrentPrincipal() me: Principal,
    @Body() { filePaths }: SignedUrlsRequest,
  ): Promise<SignedUrlsResponse> {
    const viewer = await this.inbox.viewer(me);
    const data: SignedUrlsResponse['data'] = [];
    for (const filePath of filePaths) data.push({ filePath, url: await this.urlOf(viewer, filePath) });
    return { data };
  }

  private async urlOf(viewer: Viewer, filePath: string): Promise<string | null> {
    const named = fileAt(filePath);
    if (!named) return null;
    try {
      const asset = await this.transcript.findAsset(viewer, named.messageId, named.assetId);
      const { contentType, fileName, category } = asset;
      const file = { contentType, fileName: fileName ?? undefined, inline: category !== 'document' };
      return new URL(await this.storage.signedUrl(asset.path, file), this.config.publicUrl).href;
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }
}
