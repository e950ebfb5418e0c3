import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import type { AppManifest } from '@parley/contracts/api/apps';
import { foldAccents } from '@parley/contracts/rules/normalized-text';
import { Config } from '@parley/platform/config/config';
import { compareVersions, readManifest } from './manifest';
import { SignedCatalogue } from './signed-catalogue';

/** An app of the catalogue, in a folder on disk. */
export interface CatalogueApp {
  manifest: AppManifest;
  folder: string;
}

/**
 * The apps that organisations may install: each folder with a `manifest.json` in the folders that the operator names,
 * and the apps of signed catalogues at URLs. Older versions stay available, because organisations may still run them.
 * Read once, on first use.
 */
@Injectable()
export class AppCatalogue {
  private readonly logger = new Logger('AppCatalogue');
  /** Places with apps: folders, and URLs of signed catalogues. */
  private readonly places: string[];
  private loaded: Promise<CatalogueApp[]> | null = null;

  constructor(
    config: Config,
    private readonly signed: SignedCatalogue,
  ) {
    this.places = config.appsCatalogue ?? ['apps-catalogue'];
  }

  /** The newest version of each app, by name. */
  async newest(): Promise<CatalogueApp[]> {
    const newest = new Map<string, CatalogueApp>();
    for (const app of await this.all()) {
      const { packageName, version } = app.manifest;
      const before = newest.get(packageName);
      if (!before || compareVersions(before.manifest.version, version) < 0) newest.set(packageName, app);
    }
    const nameOf = ({ manifest }: CatalogueApp) => foldAccents(manifest.name);
    return [...newest.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  }

  /** Undefined for a version that the catalogue does not contain. */
  async find(packageName: string, version: string): Promise<CatalogueApp | undefined> {
    const apps = await this.all();
    return apps.find(({ manifest }) => manifest.packageName === packageName && manifest.version === version);
  }

  private all(): Promise<CatalogueApp[]> {
    // After a failure, the next call reads the catalogue again.
    this.loaded ??= this.load().catch((error: unknown) => {
      this.loaded = null;
      throw error;
    });
    return this.loaded;
  }

  private async load(): Promise<CatalogueApp[]> {
    const found: CatalogueApp[] = [];
    for (const place of this.places) {
      const folder = await this.folderOf(place);
      if (folder === null) continue;
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if (!entry.isDirectory()) continue;
        const app = await this.read(join(folder, entry.name));
        if (app) found.push(app);
      }
    }
    return found;
  }

  /** Null for a URL that has served no catalogue yet, so that the apps of other places stay available. */
  private async folderOf(place: string): Promise<string | null> {
    if (!/^https?:/.test(place)) return resolve(place);
    try {
      return await this.signed.folderOf(place);
    } catch (error) {
      this.logger.warn(error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  /** Null for an app with an invalid manifest, so that the other apps stay available. */
  private async read(folder: string): Promise<CatalogueApp | null> {
    try {
      return { manifest: readManifest(await readFile(join(folder, 'manifest.json'), 'utf8')), folder };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        this.logger.warn(`${folder} is left out: ${error instanceof Error ? error.message : String(error)}`);
      }
      return null;
    }
  }
}
