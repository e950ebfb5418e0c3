import { Injectable, Logger } from '@nestjs/common';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import type { Lease } from '@parley/platform/lease/lease';
import { StartFiles } from './start-files';

const EVERY_MS = 600_000;

/** Deletes expired uploads for first messages. */
@Injectable()
export class StartFilesSweep implements LeasedWork {
  readonly name = 'start-files';
  private readonly logger = new Logger(this.name);

  constructor(private readonly files: StartFiles) {}

  run(lease: Lease): Promise<void> {
    const round = async () => ((await this.files.sweep()) ? 0 : EVERY_MS);
    return lease.repeat(round, (error) => this.logger.warn(String(error)));
  }
}
