import { randomBytes } from 'node:crypto';
import express, { type Request, type Response as Answer } from 'express';
import {
  ApiDouble,
  baseOf,
  type DoubleSend,
  type DoubleStatus,
  type DoubleWebhook,
} from '../provider/api-double';
import { signatures } from '../provider/signatures';

/** An error of Twilio's API by its code. */
export interface TwilioFailure {
  code: number;
  /** HTTP status; 400 by default. */
  status?: number;
  /** Value of `Retry-After` in seconds. */
  retryAfter?: number;
}

export interface TwilioDoubleOptions {
  accountSid: string;
  authToken: string;
  /** Phone numbers of the account, for example `+31205550101`. */
  numbers?: string[];
  /** Status of the account; `active` by default. */
  accountStatus?: string;
}

/** A message that was sent as a form. The form contains the address for status callbacks. */
export interface TwilioSend extends DoubleSend {
  form: URLSearchParams;
}

/**
 * Fake of Twilio's Messages API: requests are forms, responses JSON, files are served behind a redirect, and statuses
 * are posted to the callback address of each message.
 */
export class TwilioDouble extends ApiDouble<TwilioFailure, TwilioSend> {
  constructor(private readonly options: TwilioDoubleOptions) {
    super();
    const { accountSid, authToken, numbers = [], accountStatus = 'active' } = options;
    const account = '/2010-04-01/Accounts';
    this.app.get('/files/:id', ({ params }, answer) => this.serveFile(params.id, answer));
    this.app.use((request, answer, next) => {
      const wanted = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
      if (request.headers.authorization === wanted) return next();
      refuse(answer, { code: 20003, status: 401 });
    });
    this.app.get(`${account}/${accountSid}.json`, (_, answer) => {
      answer.json({ sid: accountSid, friendly_name: 'Harbour', status: accountStatus });
    });
    this.app.get(`${account}/${accountSid}/IncomingPhoneNumbers.json`, (request, answer) => {
      const found = numbers.filter((number) => number === request.query.PhoneNumber);
      answer.json({ incoming_phone_numbers: found.map((number) => ({ phone_number: number })) });
    });
    this.app.post(
      `${account}/${accountSid}/Messages.json`,
      express.text({ type: () => true, limit: '1mb' }),
      (request, answer) => this.send(request, answer),
    );
    this.app.get('/media/:id', (request, answer) => {
      answer.redirect(307, `${baseOf(request)}/files/${request.params.id}`);
    });
    this.app.use((_, answer) => refuse(answer, { code: 20404, status: 404 }));
  }

  /** Makes a webhook of a contact's message. */
  message(fields: Record<string, string>): DoubleWebhook {
    const { accountSid } = this.options;
    return this.signed(this.callbackUrl ?? '', { AccountSid: accountSid, SmsStatus: 'received', ...fields });
  }

  protected status(send: TwilioSend, status: DoubleStatus, code?: string): DoubleWebhook {
    const told = status === 'failed' ? 'undelivered' : status;
    return this.signed(send.form.get('StatusCallback') ?? '', {
      ...{ MessageSid: send.externalId, MessageStatus: told, AccountSid: this.options.accountSid },
      ...{ From: send.form.get('From') ?? '', To: send.recipient },
      ...(code === undefined ? {} : { ErrorCode: code }),
    });
  }

  private signed(url: string, fields: Record<string, string>): DoubleWebhook {
    const body = new URLSearchParams(fields).toString();
    const proof = signatures.twilio(this.options.authToken, { url, body });
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', ...proof };
    return { url, headers, body };
  }

  private async send(request: Request, answer: Answer): Promise<void> {
    const form = new URLSearchParams(String(request.body));
    const send: TwilioSend = {
      externalId: `SM${randomBytes(16).toString('hex')}`,
      recipient: form.get('To') ?? '',
      body: Object.fromEntries(form),
      form,
    };
    await this.take(send, request, {
      succeed: () => answer.status(201).json({ sid: send.externalId, status: 'queued', num_media: '0' }),
      fail: (failure) => refuse(answer, failure),
    });
  }
}

function refuse(answer: Answer, { code, status = 400, retryAfter }: TwilioFailure): void {
  if (retryAfter !== undefined) answer.setHeader('Retry-After', String(retryAfter));
  const more = `https://www.twilio.com/docs/errors/${code}`;
  answer.status(status).json({ code, message: 'As it was told to.', more_info: more, status });
}
