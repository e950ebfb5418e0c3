import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { BackgroundWork } from '@parley/platform/background-work';
import { Database } from '@parley/platform/database/database';
import { pause } from '@parley/platform/database/retry';

/** Number of assets that one statement stores. */
const BATCH_SIZE = 50;
/**
 * Interval in ms at which a process reports that it serves a build; far shorter than the day for which a build is
 * kept.
 */
const REPORT_MS = 3_600_000;

/**
 * Stores the assets of each build of the web client and of the widget in the database, until a day after a process
 * last served the build. During an upgrade, a file of one build may be requested from a process with the other build,
 * and the image of a new build does not contain the files of an earlier one.
 */
@Injectable()
export class EarlierBuilds {
  private readonly logger = new Logger('web-client');

  constructor(
    private readonly database: Database,
    private readonly work: BackgroundWork,
  ) {}

  /**
   * Stores a build, and reports every hour that it is served, until the process stops.
   * @param entry a file in `folder` whose content differs from build to build
   */
  serve(folder: string, entry: string): void {
    this.work.run(async (signal) => {
      while (!signal.aborted) {
        await this.keep(folder, entry).catch((error: unknown) => this.logger.warn(String(error)));
        await pause(REPORT_MS, signal);
      }
    });
  }

  /**
   * Stores the build in this folder and records that it is served now. Deletes builds that no process has served for
   * a day.
   */
  async keep(folder: string, entry: string): Promise<void> {
    const id = createHash('sha256')
      .update(await readFile(join(folder, entry)))
      .digest('hex');
    await this.database.query(
      `insert into parley.web_build (id) values ($1) on conflict (id) do update set served_at = now()`,
      [id],
    );
    await this.database.query(
      `with ended as (
         delete from parley.web_build where served_at < now() - interval '1 day' returning id
       )
       delete from parley.web_asset where build_id in (select id from ended)`,
      [],
    );
    const { rows } = await this.database.query<{ is_whole: boolean }>(
      'select is_whole from parley.web_build where id = $1',
      [id],
    );
    if (!rows[0]?.is_whole) await this.store(id, join(folder, 'assets'));
  }

  /** @returns the content of the asset with this file name, of any stored build; null if there is none */
  async find(name: string): Promise<Buffer | null> {
    const { rows } = await this.database.query<{ content: Buffer }>(
      'select content from parley.web_asset where name = $1 limit 1',
      [name],
    );
    return rows[0]?.content ?? null;
  }

  private async store(id: string, assets: string): Promise<void> {
    const names = await readdir(assets);
    for (let from = 0; from < names.length; from += BATCH_SIZE) {
      const batch = names.slice(from, from + BATCH_SIZE);
      const contents = await Promise.all(batch.map((name) => readFile(join(assets, name))));
      await this.database.query(
        `insert into parley.web_asset (build_id, name, content)
         select $1, * from unnest($2::text[], $3::bytea[]) on conflict do nothing`,
        [id, batch, contents],
      );
    }
    await this.database.query('update parley.web_build set is_whole = true where id = $1', [id]);
  }
}
