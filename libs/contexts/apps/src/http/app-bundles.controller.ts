import { extname, join, resolve } from 'node:path';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Public } from '@parley/platform/http/principal';
import { AppCatalogue } from '../catalogue/app-catalogue';
import { APP_FILE } from '../catalogue/signed-catalogue';

const SDK = resolve(__dirname, '../app-sdk');

/**
 * Content Security Policy of the pages in frames: an opaque origin (`sandbox` without `allow-same-origin`) and no
 * connections of their own.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
].join('; ');

/** Serves the files of apps for frames. They are the same for all users, so they need no sign-in. */
@Controller('app-bundles')
@ApiExcludeController()
export class AppBundlesController {
  constructor(private readonly catalogue: AppCatalogue) {}

  @Get('parley-app-sdk.js')
  @Public()
  sdk(@Res() response: Response): void {
    this.send(response, join(SDK, 'parley-app-sdk.js'));
  }

  @Get('parley-app.css')
  @Public()
  looks(@Res() response: Response): void {
    this.send(response, join(SDK, 'parley-app.css'));
  }

  /** @throws NotFound for a file or a version that does not exist */
  @Get(':packageName/:version/:file')
  @Public()
  async file(
    @Param('packageName') packageName: string,
    @Param('version') version: string,
    @Param('file') file: string,
    @Res() response: Response,
  ): Promise<void> {
    const app = APP_FILE.test(file) ? await this.catalogue.find(packageName, version) : undefined;
    if (!app) throw new NotFound();
    this.send(response, join(app.folder, file));
  }

  private send(response: Response, path: string): void {
    response.setHeader('Content-Security-Policy', POLICY);
    // The frame has an opaque origin, which requests its scripts and images as cross-origin.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.removeHeader('X-Frame-Options');
    // Browsers warn if a page with an opaque origin asks for an origin-keyed agent cluster.
    response.removeHeader('Origin-Agent-Cluster');
    response.setHeader('Cache-Control', extname(path) === '.html' ? 'no-cache' : 'public, max-age=300');
    response.sendFile(path, { dotfiles: 'allow' }, (error) => {
      if (!error || response.headersSent) return;
      response.status(404).type('text/plain').send('Not found');
    });
  }
}
