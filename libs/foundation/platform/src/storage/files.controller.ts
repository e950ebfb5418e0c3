import {
  Controller,
  ForbiddenException,
  Get,
  GoneException,
  NotFoundException,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../http/principal';
import { contentTypeOf, dispositionOf } from './disposition';
import { LocalStorage, type SignatureVerdict } from './local-storage';
import { InvalidPath, Storage } from './storage';

/** Lets a file that is opened on its own show images and play media, and do nothing else. */
const CONTENT_SECURITY_POLICY =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

/** Serves files of the local storage by signed URLs. */
@ApiExcludeController()
@Controller('files')
export class FilesController {
  constructor(private readonly storage: Storage) {}

  @Get('*path')
  @Public()
  async file(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!(this.storage instanceof LocalStorage)) throw new NotFoundException();
    const url = new URL(request.originalUrl, 'http://localhost');
    const path = url.pathname.replace(/^\/files\//, '');
    const signed = this.storage.verify(path, url.searchParams);
    if (signed.verdict === 'expired') throw new GoneException('This address has expired.');
    if (signed.verdict !== 'valid') throw new ForbiddenException('This address was not made by us.');
    if (!(await this.exists(this.storage, path))) throw new NotFoundException();
    await send(response, this.storage.root, path, signed);
  }

  private async exists(storage: LocalStorage, path: string): Promise<boolean> {
    try {
      return await storage.has(path);
    } catch (error) {
      if (error instanceof InvalidPath) return false;
      throw error;
    }
  }
}

/** Sends the file, or the requested range of it. */
function send(
  response: Response,
  root: string,
  path: string,
  { file, expires }: Extract<SignatureVerdict, { verdict: 'valid' }>,
): Promise<void> {
  const seconds = Math.max(0, Math.floor((expires - Date.now()) / 1000));
  const headers = {
    'Content-Type': contentTypeOf(file),
    'Content-Disposition': dispositionOf(file),
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': `private, max-age=${seconds}, immutable`,
    // Other sites may embed the file, since the web chat shows files on them; the signature in the URL is the
    // permission.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  // Express's own setter would add a character set that is unknown here.
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  return new Promise((resolve, reject) => {
    response.sendFile(path, { root, cacheControl: false }, (error: NodeJS.ErrnoException | undefined) => {
      // A client that disconnects is no error.
      if (!error || error.code === 'ECONNABORTED' || error.code === 'EPIPE') return resolve();
      if (!response.headersSent)
        ['Content-Disposition', 'Cache-Control'].forEach((name) => response.removeHeader(name));
      reject(error);
    });
  });
}
