import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import { EXPORT_LINK_MINUTES } from '@parley/contracts/api/exports';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { MasterKey } from '@parley/platform/security/master-key';

/** Links that open the file of one export for one person, and expire. */
@Injectable()
export class ExportLinks {
  private readonly key: Buffer;
  /** Present time in ms since the epoch. */
  now = () => Date.now();

  constructor(masterKey: MasterKey) {
    this.key = masterKey.purpose('export-links');
  }

  issue(exportId: string, userId: string): { url: string; validUntil: string } {
    const until = this.now() + EXPORT_LINK_MINUTES * 60_000;
    const link = `${until}.${this.sign(exportId, userId, until)}`;
    return {
      url: `/api/v3/exports/${exportId}/file?link=${link}`,
      validUntil: new Date(until).toISOString(),
    };
  }

  /** @throws NotFound for a link that was not issued for this person; CodedError `export_link_expired` */
  check(link: string, exportId: string, userId: string): void {
    const [until = '', signature = ''] = link.split('.');
    const [given, right] = [Buffer.from(signature), Buffer.from(this.sign(exportId, userId, Number(until)))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw new NotFound();
    if (this.now() > Number(until)) throw new CodedError('export_link_expired');
  }

  private sign(exportId: string, userId: string, until: number): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify([exportId, userId, until]))
      .digest('base64url');
  }
}
