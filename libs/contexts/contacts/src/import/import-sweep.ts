import { Injectable, Logger } from '@nestjs/common';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import { Database } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import { Storage } from '@parley/platform/storage/storage';
import { ImportStore } from './import-store';

const EVERY_MS = 60_000;

/** Erases files and rows of expired imports. */
@Injectable()
export class ImportSweep implements LeasedWork {
  readonly name = 'contact-imports';
  private readonly logger = new Logger(this.name);

  constructor(
    private readonly store: ImportStore,
    private readonly storage: Storage,
    private readonly database: Database,
  ) {}

  /** Sweeps repeatedly while this process has the lease. */
  run(lease: Lease): Promise<void> {
    const round = async () => ((await this.sweep(lease)) ? 0 : EVERY_MS);
    return lease.repeat(round, (error) => this.logger.warn(String(error)));
  }

  /**
   * Erases a part of the import that expired first.
   * @returns whether there may be more to erase
   */
  async sweep(lease: Lease): Promise<boolean> {
    const expired = await this.store.expired();
    if (!expired) return false;
    await this.storage.delete(expired.filePath);
    const forget = () => lease.guard(this.database).transaction((tx) => this.store.forget(expired.id, tx));
    while (lease.isOwned() && !(await forget()));
    return true;
  }
}
