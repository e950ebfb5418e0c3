import { Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import { APP_MAILS_AN_HOUR } from '@parley/contracts/api/apps';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { html } from '@parley/platform/html/html';
import { Allowance } from '@parley/platform/http/allowance';
import { Mailer } from '@parley/platform/mail/mailer';
import { OrganisationMail } from '../neighbours';
import type { RunningApp } from '../read/apps.queries';

const RATE = { count: APP_MAILS_AN_HOUR, withinMs: 3_600_000 };
const MAX_CACHED = 10_000;

/**
 * Sends e-mails of apps: plain text to one address, with a limit per hour. Uses the organisation's mail channel, or
 * the mail server of the installation if there is none.
 */
@Injectable()
export class AppMails {
  private readonly allowances = new Map<string, Allowance>();
  now = () => Date.now();

  constructor(
    private readonly mailer: Mailer,
    private readonly organisation: OrganisationMail,
  ) {}

  /**
   * @param key idempotency key of the e-mail: mailboxes recognise a repeated mail by the id derived from it
   * @returns the id of the mail
   * @throws Rejected `app_too_many_calls`, `app_mail_failed`
   */
  async send(
    { id: appId, customerId, manifest }: RunningApp,
    key: string,
    { to, subject, text }: { to: string; subject: string; text: string },
  ): Promise<string> {
    const allowance = this.allowances.get(appId) ?? new Allowance(RATE);
    this.allowances.set(appId, allowance);
    const [oldest] = this.allowances.keys();
    if (this.allowances.size > MAX_CACHED && oldest !== undefined) this.allowances.delete(oldest);
    if (allowance.take(this.now()) > 0) throw new Rejected('app_too_many_calls');
    const id = uuidV5(key, appId);
    const sent = `${text}\n\n— ${manifest.name}`;
    const markup = html`<p style="white-space:pre-wrap">${sent}</p>`.markup;
    const mail = { id, to: { name: '', address: to }, subject, text: sent, html: markup };
    try {
      if (!(await this.organisation.send(customerId, mail))) await this.mailer.send(mail);
    } catch {
      throw new Rejected('app_mail_failed');
    }
    return id;
  }
}
