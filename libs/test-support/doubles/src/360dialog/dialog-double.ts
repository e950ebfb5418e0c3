import { createHash, randomBytes } from 'node:crypto';
import express, { type Request, type Response as Answer } from 'express';
import {
  ApiDouble,
  formOf,
  type DoubleSend,
  type DoubleStatus,
  type DoubleWebhook,
} from '../provider/api-double';
import { TemplateShelf } from '../provider/template-shelf';

/**
 * A refusal of the fake: one of Meta's, which 360dialog passes on with its code, or one of 360dialog's own, with a
 * status and a text.
 */
export type DialogFailure = { code: number; status?: number } | { status: number; said: string };

export interface DialogDoubleOptions {
  apiKey: string;
  /** Id of the phone number to which the API key belongs. */
  phoneNumberId: string;
}

/** Fake of 360dialog's API: messages of the Cloud API, the API key, the webhook settings and files. */
export class DialogDouble extends ApiDouble<DialogFailure> {
  /** Headers for webhooks, as the product has set them. */
  webhookHeaders: Record<string, string> = {};
  readonly shelf = new TemplateShelf();

  constructor(private readonly options: DialogDoubleOptions) {
    super();
    this.app.use((request, answer, next) => {
      if (request.headers['d360-api-key'] === options.apiKey) return next();
      // 360dialog responds with status 401, but states 404 in the body.
      return void answer.status(401).json({ message: 'Invalid API key', httpCode: 404 });
    });
    this.app.post('/messages', express.json({ limit: '1mb' }), (request, answer) =>
      this.send(request, answer),
    );
    this.app.post('/media', express.raw({ type: () => true, limit: '101mb' }), (request, answer) =>
      this.takeFile(request, answer),
    );
    this.app.post('/v1/configs/webhook', express.json(), (request, answer) => {
      const { url, headers } = request.body as { url: string; headers: Record<string, string> };
      this.callbackUrl = url;
      this.webhookHeaders = headers;
      answer.json({ url, headers });
    });
    this.app.get('/v1/configs/templates', ({ query }, answer) => {
      const [limit, offset] = [Number(query.limit ?? 100), Number(query.offset ?? 0)];
      const { templates } = this.shelf;
      const listed = templates.slice(offset, offset + limit);
      answer.json({ count: listed.length, total: templates.length, waba_templates: listed });
    });
    this.app.post('/v1/configs/templates', express.json({ limit: '1mb' }), ({ body }, answer) => {
      const template = this.shelf.add(body as object);
      if (!template) return refuse(answer, { status: 400, said: 'The template exists already' });
      answer.status(201).json(template);
      this.shelf.review(template);
    });
    this.app.delete('/v1/configs/templates/:name', ({ params }, answer) => {
      const wasThere = this.shelf.remove(({ name }) => name === params.name);
      answer.status(wasThere ? 200 : 404).json({});
    });
    this.app.get('/health_status', (_, answer) => {
      const number = {
        entity_type: 'PHONE_NUMBER',
        id: options.phoneNumberId,
        can_send_message: 'AVAILABLE',
      };
      answer.json({ health_status: { can_send_message: 'AVAILABLE', entities: [number] }, id: number.id });
    });
    this.app.get('/whatsapp_business/attachments/', ({ query: { mid } }, answer) =>
      this.serveFile(typeof mid === 'string' ? mid : '', answer),
    );
    this.app.get('/:id', (request, answer) => this.describeFile(request, answer));
  }

  /** Makes a webhook of a contact's message. */
  message(content: object, from = '31612345678'): DoubleWebhook {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const messages = [{ from, id: `wamid.${randomBytes(12).toString('hex')}`, timestamp, ...content }];
    return this.webhook({ contacts: [{ wa_id: from, profile: { name: 'Ana' } }], messages });
  }

  protected status(send: DoubleSend, status: DoubleStatus, code?: string): DoubleWebhook {
    const errors = status === 'failed' ? [{ code: Number(code ?? 131000), title: 'Failed' }] : undefined;
    const timestamp = String(Math.floor(Date.now() / 1000));
    const told = { id: send.externalId, status, timestamp, recipient_id: send.recipient, errors };
    return this.webhook({ statuses: [{ ...told, biz_opaque_callback_data: send.opaque }] });
  }

  private webhook(told: object): DoubleWebhook {
    const { phoneNumberId } = this.options;
    const metadata = { display_phone_number: '15550100000', phone_number_id: phoneNumberId };
    const value = { messaging_product: 'whatsapp', metadata, ...told };
    return {
      url: this.callbackUrl ?? '',
      headers: { 'content-type': 'application/json', ...this.webhookHeaders },
      body: JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
      }),
    };
  }

  private async send(request: Request, answer: Answer): Promise<void> {
    const body = request.body as Record<string, unknown>;
    const { to, recipient, biz_opaque_callback_data: opaque } = body;
    const send: DoubleSend = {
      externalId: `wamid.${randomBytes(30).toString('base64')}`,
      recipient: String(to ?? recipient),
      opaque: typeof opaque === 'string' ? opaque : undefined,
      body,
    };
    await this.take(send, request, {
      succeed: () =>
        answer.json({ messaging_product: 'whatsapp', contacts: [], messages: [{ id: send.externalId }] }),
      fail: (failure) => refuse(answer, failure),
    });
  }

  private async takeFile(request: Request, answer: Answer): Promise<void> {
    const file = (await formOf(request))?.get('file') as Blob;
    answer.json({ id: this.addFile(Buffer.from(await file.arrayBuffer()), file.type) });
  }

  /** Returns a file's address at Meta, as 360dialog does; the fake serves the file under the same path. */
  private describeFile(request: Request, answer: Answer): void {
    const id = String(request.params.id);
    const file = this.file(id);
    if (!file) return refuse(answer, { code: 100, status: 404 });
    const sha256 = createHash('sha256').update(file.body).digest('hex');
    const url = `https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=${id}`;
    answer.json({ url, mime_type: file.contentType, sha256, file_size: file.body.length, id });
  }
}

function refuse(answer: Answer, failure: DialogFailure): void {
  if ('said' in failure) {
    const { status, said } = failure;
    return void answer.status(status).json({ meta: { http_code: status, developer_message: said } });
  }
  const { code, status = 400 } = failure;
  answer.status(status).json({ error: { message: `(#${code}) Failed`, type: 'OAuthException', code } });
}
