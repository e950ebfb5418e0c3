import { pipeline } from 'node:stream/promises';
import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { MAX_ZIP_SIZE, type GalleryResponse } from '@parley/contracts/api/gallery';
import { GalleryQuery, ZipRequest } from '@parley/contracts/api/gallery.requests';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { FileMissing, Storage } from '@parley/platform/storage/storage';
import { InboxQueries } from '../read/inbox.queries';
import { TranscriptQueries } from '../read/transcript.queries';
import { GalleryQueries } from './gallery.queries';
import { zipOf } from './zip';

/** Serves the files of conversations, to view and to download. */
@Controller('api/v3')
@Requires('inbox:read')
export class GalleryController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly transcript: TranscriptQueries,
    private readonly galleries: GalleryQueries,
    private readonly storage: Storage,
  ) {}

  @Get('messaging-chats/:id/gallery')
  async gallery(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { of = 'chat' }: GalleryQuery,
  ): Promise<GalleryResponse> {
    const viewer = await this.inbox.viewer(me);
    await this.inbox.findVisible(viewer, id);
    return this.galleries.of(viewer, id, of);
  }

  /**
   * The bytes of a file for a client that renders the file itself, such as PDF and text. The headers keep a browser
   * from opening the response directly.
   */
  @Get('assets/:messageId/:assetId/bytes')
  async bytes(
    @CurrentPrincipal() me: Principal,
    @Id('messageId') messageId: string,
    @Id('assetId') assetId: string,
    @Res() response: Response,
  ): Promise<void> {
    const asset = await this.transcript.findAsset(await this.inbox.viewer(me), messageId, assetId);
    const stream = await this.storage.stream(asset.path);
    response
      .setHeader('Content-Type', 'application/octet-stream')
      .setHeader('Content-Disposition', 'attachment')
      .setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
      .setHeader('Cache-Control', 'private, max-age=600');
    await ended(pipeline(stream, response));
  }

  /**
   * Downloads files as a ZIP file.
   * @throws Rejected `zip_failed` if a file is missing or hidden from this user; `zip_too_large`
   */
  @Post('assets/zip')
  @HttpCode(200)
  async zip(
    @CurrentPrincipal() me: Principal,
    @Body() { files }: ZipRequest,
    @Res() response: Response,
  ): Promise<void> {
    const wanted = [...new Set(files.map(({ messageId, assetId }) => `${messageId}/${assetId}`))];
    const viewer = await this.inbox.viewer(me);
    const stored = await this.galleries.stored(
      viewer,
      files.map(({ messageId }) => messageId),
    );
    const found = wanted.flatMap((key) => stored.get(key) ?? []);
    if (found.length < wanted.length || found.length === 0) throw new Rejected('zip_failed');
    const bytes = found.reduce((sum, { size }) => sum + (size ?? 0), 0);
    if (bytes > MAX_ZIP_SIZE) throw new Rejected('zip_too_large');
    const zip = zipOf(found.map((asset) => ({ ...asset, open: () => this.storage.stream(asset.path) })));
    // Waits until the ZIP file has begun: an error before its first byte can still be sent as a proper error
    // response.
    await new Promise<void>((resolve, reject) => zip.once('readable', resolve).once('error', reject)).catch(
      (error: unknown) => {
        throw error instanceof FileMissing ? new Rejected('zip_failed', error.message) : error;
      },
    );
    response
      .setHeader('Content-Type', 'application/zip')
      .setHeader('Content-Disposition', 'attachment; filename="files.zip"')
      .setHeader('Cache-Control', 'no-store');
    await ended(pipeline(zip, response));
  }
}

/** Waits for the end of a download; that a client closes the connection early is not an error. */
async function ended(sending: Promise<void>): Promise<void> {
  await sending.catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
