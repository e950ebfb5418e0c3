import { Injectable, Logger } from '@nestjs/common';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import type { Lease } from '@parley/platform/lease/lease';
import { Secrets } from '@parley/platform/security/keys';
import { PASSWORD } from './export-file';
import { ExportParts } from './export-parts';
import { ExportStore } from './export-store';

const EVERY_MS = 60_000;

/** Deletes the files of expired exports, and the pieces of exports that ended while they were made. */
@Injectable()
export class ExportSweep implements LeasedWork {
  readonly name = 'exports';
  private readonly logger = new Logger(this.name);

  constructor(
    private readonly exports: ExportStore,
    private readonly parts: ExportParts,
    private readonly secrets: Secrets,
  ) {}

  /** Sweeps repeatedly while this process has the lease. */
  run(lease: Lease): Promise<void> {
    const round = async () => ((await this.sweep()) ? 0 : EVERY_MS);
    return lease.repeat(round, (error) => this.logger.warn(String(error)));
  }

  /**
   * Safe to run concurrently and repeatedly.
   * @returns whether there may be more to delete
   */
  async sweep(): Promise<boolean> {
    const left = await this.exports.leftOver();
    if (!left) {
      await this.exports.forgetOld();
      return false;
    }
    await this.exports.end(left.id, 'expired');
    await this.secrets.remove(left.customer_id, left.id, PASSWORD);
    await this.parts.remove(left.id);
    return true;
  }
}
