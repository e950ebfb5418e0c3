import { randomBytes } from 'node:crypto';
import express, { type Request, type Response as Answer } from 'express';
import { ApiDouble, type DoubleSend, type DoubleStatus, type DoubleWebhook } from '../provider/api-double';
import { signatures } from '../provider/signatures';

/** An error of MessageBird's APIs by its code. */
export interface MessagebirdFailure {
  code: number;
  /** HTTP status; 422 by default. */
  status?: number;
  description?: string;
}

export interface MessagebirdDoubleOptions {
  accessKey: string;
  signingKey: string;
}

/**
 * A message that was sent by one of the two APIs. The status of an SMS is reported in a query string, that of a
 * conversation's message as an event.
 */
export interface MessagebirdSend extends DoubleSend {
  isSms: boolean;
}

/** Fake of MessageBird's SMS, Conversations and files APIs, all at one address. */
export class MessagebirdDouble extends ApiDouble<MessagebirdFailure, MessagebirdSend> {
  constructor(private readonly options: MessagebirdDoubleOptions) {
    super();
    this.app.use((request, answer, next) => {
      if (request.headers.authorization === `AccessKey ${options.accessKey}`) return next();
      refuse(answer, { code: 2, status: 401, description: 'Request not allowed (incorrect access_key)' });
    });
    this.app.get(
      '/balance',
      (_, answer) => void answer.json({ payment: 'prepaid', type: 'euros', amount: 9 }),
    );
    this.app.post('/files', express.raw({ type: () => true, limit: '101mb' }), (request, answer) => {
      const type = request.headers['content-type'] ?? 'application/octet-stream';
      answer.status(201).json({ id: this.addFile(request.body as Buffer, type) });
    });
    this.app.get('/files/:id', ({ params }, answer) => this.serveFile(params.id, answer));
    this.app.post('/messages', express.json({ limit: '1mb' }), (request, answer) =>
      this.send(request, answer, true),
    );
    this.app.post('/send', express.json({ limit: '1mb' }), (request, answer) =>
      this.send(request, answer, false),
    );
    this.app.use((_, answer) => refuse(answer, { code: 20, status: 404, description: 'not found' }));
  }

  /** Makes a webhook of an SMS, as a form. */
  sms(fields: Record<string, string>): DoubleWebhook {
    const body = new URLSearchParams(fields).toString();
    return this.signed(this.callbackUrl ?? '', 'application/x-www-form-urlencoded', body);
  }

  /** Makes a webhook of the Conversations API. */
  event(type: string, message: object): DoubleWebhook {
    const conversation = { id: '1'.repeat(32), contactId: '2'.repeat(32), status: 'active' };
    const contact = { id: conversation.contactId, msisdn: 31612345678, displayName: 'Ana' };
    const body = JSON.stringify({ type, contact, conversation, message });
    return this.signed(this.callbackUrl ?? '', 'application/json', body);
  }

  protected status(send: MessagebirdSend, status: DoubleStatus, code?: string): DoubleWebhook {
    if (send.isSms) {
      const query = new URLSearchParams({
        ...{ id: send.externalId, reference: send.opaque ?? '', recipient: send.recipient },
        status: status === 'failed' ? 'delivery_failed' : status,
        statusDatetime: new Date().toISOString(),
        ...(code === undefined ? {} : { statusErrorCode: code }),
      });
      return this.signed(`${String(send.body.reportUrl)}?${query.toString()}`);
    }
    const { from: channelId, to, type, content, source } = send.body;
    return this.event('message.updated', {
      ...{ id: send.externalId, channelId, to, type, content, source, direction: 'sent', status },
      error: code === undefined ? undefined : { code: Number(code), description: 'As it was told to.' },
      updatedDatetime: new Date().toISOString(),
    });
  }

  /** Signs an address and a body. A delivery report is a GET request, so it has no body. */
  private signed(url: string, contentType?: string, body?: string): DoubleWebhook {
    const proof = signatures.messagebird(this.options.signingKey, { url, body: body ?? '' });
    const headers = { ...proof, ...(contentType && { 'content-type': contentType }) };
    return { method: body === undefined ? 'GET' : 'POST', url, headers, body };
  }

  private async send(request: Request, answer: Answer, isSms: boolean): Promise<void> {
    const body = request.body as Record<string, unknown>;
    const { recipients, to, reference, source } = body;
    const named = isSms ? (recipients as string[] | undefined)?.[0] : to;
    const opaque = isSms ? reference : (source as { reference?: unknown } | undefined)?.reference;
    const send: MessagebirdSend = {
      externalId: randomBytes(16).toString('hex'),
      recipient: typeof named === 'string' ? named : '',
      opaque: typeof opaque === 'string' ? opaque : undefined,
      body,
      isSms,
    };
    await this.take(send, request, {
      succeed: () =>
        answer.status(isSms ? 201 : 202).json({ id: send.externalId, ...(!isSms && { status: 'accepted' }) }),
      fail: (failure) => refuse(answer, failure),
    });
  }
}

function refuse(
  answer: Answer,
  { code, status = 422, description = 'As it was told to.' }: MessagebirdFailure,
): void {
  answer.status(status).json({ errors: [{ code, description, parameter: null }] });
}
