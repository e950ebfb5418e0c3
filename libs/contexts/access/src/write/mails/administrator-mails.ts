import { Injectable, Logger } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import type { RecordedEvent } from '@parley/contracts/events';
import { Mailer, type Mail } from '@parley/platform/mail/mailer';
import { AccessQueries } from '../../read/access.queries';
import { sendUnlessRefused } from './send-unless-refused';

/** The recipient of a mail. For the same event, an administrator's `id` is the same at every attempt. */
export interface Told {
  id: string;
  language: string;
  to: { name: string; address: string };
  organisation: string;
}

/** Maximum number of events for which sent mails are remembered because others have not been sent yet. */
const MAX_CACHED = 1000;

const NEWS_MS = 3 * 24 * 60 * 60_000;

/** Whether an event is older than three days, and so not worth a mail, as after a long outage of the mail server. */
export function isNoNews({ time }: RecordedEvent): boolean {
  return Date.now() - Date.parse(time) > NEWS_MS;
}

/** Sends mails to each administrator of an organisation. */
@Injectable()
export class AdministratorMails {
  /** Ids of the mails that the mail server has accepted, by event, until all mails for the event have been sent. */
  private readonly sent = new Map<string, Set<string>>();
  private readonly logger = new Logger('mail');

  constructor(
    private readonly access: AccessQueries,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Mails each administrator of an event's organisation. A mail that the server refuses is logged and skipped. A
   * repeated attempt continues with the remaining administrators; after a restart it begins again, and mailboxes
   * recognise repeated mails by their ids.
   * @throws MailFailed if the mail server is unreachable, so that the caller tries again
   */
  async tell(event: RecordedEvent, mailTo: (told: Told) => Mail): Promise<void> {
    const organisation = (await this.access.customerName(event.customerId)) ?? 'Parley';
    const sent = this.sentOf(event.id);
    for (const { id: userId, name, email, language } of await this.access.administrators(event.customerId)) {
      const id = uuidV5(userId, event.id);
      if (sent.has(id)) continue;
      const mail = mailTo({ id, language, to: { name, address: email }, organisation });
      await sendUnlessRefused(this.mailer, mail, (why) =>
        this.logger.warn(`${userId} was not told of ${event.stream}. ${why}`),
      );
      sent.add(id);
    }
    this.sent.delete(event.id);
  }

  private sentOf(eventId: string): Set<string> {
    const sent = this.sent.get(eventId) ?? new Set();
    this.sent.set(eventId, sent);
    if (this.sent.size > MAX_CACHED) this.sent.delete(this.sent.keys().next().value!);
    return sent;
  }
}
