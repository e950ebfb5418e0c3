import { Injectable, Logger } from '@nestjs/common';
import type { RetriedMailsResponse } from '@parley/contracts/api/email';
import { FileMissing, Storage } from '@parley/platform/storage/storage';
import { ChannelQueries } from '../read/channels.queries';
import { MailIntake } from './mail-intake';
import { SetAsideMails } from './set-aside-mails';

/** Time in ms after which a request retries no further mail; the request still waits for the mail in progress (`MailReader`). */
const MAX_MS = 15_000;

type Found = NonNullable<Awaited<ReturnType<SetAsideMails['find']>>>;
type Retried = RetriedMailsResponse['data'][number];

/** Tries to read set-aside mails again; one that succeeds is no longer set aside. */
@Injectable()
export class RetrySetAside {
  private readonly logger = new Logger('mail');

  now = () => Date.now();

  constructor(
    private readonly setAside: SetAsideMails,
    private readonly channels: ChannelQueries,
    private readonly intake: MailIntake,
    private readonly storage: Storage,
  ) {}

  /**
   * Tries the mails one after the other, since parsing one may take long. A failed one stays set aside and does not
   * stop the others. Those not started within `MAX_MS` are `later`.
   */
  async retry(customerId: string, ids: string[]): Promise<Retried[]> {
    const end = this.now() + MAX_MS;
    const retried: Retried[] = [];
    for (const id of ids) {
      const isLate = this.now() >= end;
      retried.push(isLate ? { id, outcome: 'later', reason: null } : await this.one(customerId, id));
    }
    return retried;
  }

  private async one(customerId: string, id: string): Promise<Retried> {
    const found = await this.setAside.find(customerId, id);
    if (!found) return { id, outcome: 'gone', reason: null };
    try {
      return await this.again(customerId, found);
    } catch (error) {
      this.logger.warn(`${id} cannot be tried again for now: ${String(error)}`);
      return { id, outcome: 'same', reason: found.mail.reason };
    }
  }

  private async again(customerId: string, { mail, path, receivedAt }: Found): Promise<Retried> {
    const { id } = mail;
    const raw = path === null ? null : await this.storage.get(path).catch(orNull);
    const same = { id, outcome: 'same', reason: mail.reason } as const;
    // Either only the mail server has the mail, since it was too large to fetch, or its stored file is missing, and
    // the sweep will delete its row.
    if (raw === null || path === null) {
      await this.setAside.triedAgain(id);
      return same;
    }
    const channel = await this.channels.forWorker(customerId, mail.channelId);
    const reason = await this.intake.retry(channel, { raw, envelope: { recipients: [] }, receivedAt });
    if (reason !== null) {
      await this.setAside.triedAgain(id);
      return reason === mail.reason ? same : { id, outcome: 'other', reason };
    }
    await this.storage.delete(path);
    await this.setAside.drop(id);
    return { id, outcome: 'taken', reason: null };
  }
}

function orNull(error: unknown): null {
  if (error instanceof FileMissing) return null;
  throw error;
}
