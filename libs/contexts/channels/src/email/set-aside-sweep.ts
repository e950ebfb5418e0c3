import { Injectable, Logger } from '@nestjs/common';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import type { Lease } from '@parley/platform/lease/lease';
import { Storage } from '@parley/platform/storage/storage';
import { SetAsideMails, type Outlived } from './set-aside-mails';

const EVERY_MS = 60 * 60_000;

/** Deletes set-aside mails whose retention time has ended, and those above a channel's maximum. */
@Injectable()
export class SetAsideSweep implements LeasedWork {
  readonly name = 'set-aside-mails';
  private readonly logger = new Logger(this.name);
  now = () => new Date();

  constructor(
    private readonly mails: SetAsideMails,
    private readonly storage: Storage,
  ) {}

  run(lease: Lease): Promise<void> {
    const round = async () => {
      await this.sweep(lease);
      return EVERY_MS;
    };
    return lease.repeat(round, (error) => this.logger.warn(String(error)));
  }

  /**
   * Deletes all mails that have to be deleted; a failed deletion does not stop the others.
   * @returns the number of deleted mails
   */
  async sweep(lease: Pick<Lease, 'isOwned'>): Promise<number> {
    let forgotten = 0;
    for (let after: Outlived | null = null; lease.isOwned();) {
      const outlived: Outlived[] = await this.mails.outlived(this.now(), after);
      for (const mail of outlived) {
        if (!lease.isOwned()) break;
        try {
          await forgetMail(mail, this.mails, this.storage);
          forgotten++;
        } catch (error) {
          this.logger.warn(`An e-mail set aside is kept for now: ${String(error)}`);
        }
      }
      after = outlived.at(-1) ?? null;
      if (after === null) break;
    }
    if (forgotten > 0) this.logger.log(`forgot ${forgotten} e-mails that were set aside`);
    return forgotten;
  }
}

/** Deletes the file before its row, which contains the file's path: an interrupted deletion can be repeated. */
export async function forgetMail(
  { id, path, tries }: Outlived,
  mails: SetAsideMails,
  storage: Storage,
): Promise<void> {
  if (path !== null) await storage.delete(path);
  await mails.drop(id, tries);
}
