import { randomUUID } from 'node:crypto';
import express, { type Request, type Response as Answer } from 'express';
import {
  ApiDouble,
  baseOf,
  formOf,
  type DoubleSend,
  type DoubleStatus,
  type DoubleWebhook,
} from '../provider/api-double';
import { signatures } from '../provider/signatures';

/** A refusal by Bird's API: the status and the code. */
export interface BirdFailure {
  status: number;
  code?: string;
}

export interface BirdDoubleOptions {
  accessKey: string;
  signingKey: string;
  workspaceId: string;
  channelId: string;
  /** Status of the channel; `active` by default. */
  channelStatus?: string;
}

/** Fake of Bird's Channels API, with the storage for uploads. */
export class BirdDouble extends ApiDouble<BirdFailure> {
  /** Channel templates by project, as the product sent them. */
  readonly projects = new Map<string, Record<string, unknown>[]>();

  constructor(private readonly options: BirdDoubleOptions) {
    super();
    const { accessKey, workspaceId, channelId, channelStatus = 'active' } = options;
    this.app.post('/storage', express.raw({ type: () => true, limit: '101mb' }), (request, answer) =>
      this.store(request, answer),
    );
    this.app.use((request, answer, next) => {
      if (request.headers.authorization === `AccessKey ${accessKey}`) return next();
      refuse(answer, { status: 401, code: 'Unauthorized' });
    });
    const channel = `/workspaces/${workspaceId}/channels/${channelId}`;
    this.app.get(channel, (_, answer) => {
      answer.json({ id: channelId, name: 'Harbour', identifier: '+31205550101', status: channelStatus });
    });
    this.app.post(`${channel}/presigned-upload`, express.json(), (request, answer) => {
      const id = randomUUID();
      const base = baseOf(request);
      answer.json({
        ...{ mediaUrl: `${base}/media/${id}`, uploadUrl: `${base}/storage`, uploadMethod: 'POST' },
        uploadFormData: { key: id, 'Content-Type': (request.body as { contentType: string }).contentType },
      });
    });
    this.app.post(`${channel}/messages`, express.json({ limit: '1mb' }), (request, answer) =>
      this.send(request, answer),
    );
    this.templates(`/workspaces/${workspaceId}`);
    this.app.get('/media/:id', ({ params }, answer) => this.serveFile(params.id, answer));
    this.app.use((_, answer) => refuse(answer, { status: 404, code: 'NotFound' }));
  }

  /**
   * Handles requests for templates. A template is approved when it is activated, unless its project is called
   * `reject`.
   */
  private templates(workspace: string): void {
    const projects = `${workspace}/projects`;
    this.app.get(
      `${workspace}/channel-groups`,
      (_, answer) => void answer.json({ results: [{ id: 'group' }] }),
    );
    this.app.get(projects, (_, answer) => {
      answer.json({ results: [...this.projects.keys()].map((id) => ({ id, type: 'channelTemplate' })) });
    });
    this.app.post(projects, express.json(), (_, answer) => {
      const id = randomUUID();
      this.projects.set(id, []);
      answer.status(201).json({ id });
    });
    this.app.get(`${projects}/:project/channel-templates`, ({ params }, answer) => {
      answer.json({ results: this.projects.get(params.project) ?? [] });
    });
    this.app.post(`${projects}/:project/channel-templates`, express.json(), ({ params, body }, answer) => {
      const template = { ...(body as object), id: randomUUID(), status: 'draft' };
      this.projects.get(params.project)?.push(template);
      answer.status(201).json(template);
    });
    this.app.put(`${projects}/:project/channel-templates/:id/activate`, ({ params }, answer) => {
      for (const template of this.projects.get(params.project) ?? []) {
        const isRejected = JSON.stringify(template.deployments).includes('reject');
        template.status = isRejected ? 'rejected' : 'active';
      }
      answer.json({});
    });
    this.app.delete(`${projects}/:project`, ({ params }, answer) => {
      answer.status(this.projects.delete(params.project) ? 204 : 404).end();
    });
  }

  /** Makes a webhook of a contact's message. */
  message(id: string, body: object, platform = 'whatsapp'): DoubleWebhook {
    const contact = { identifierKey: 'phonenumber', identifierValue: '+31612345678' };
    const createdAt = new Date().toISOString();
    const { channelId } = this.options;
    const told = { id, channelId, sender: { contact }, body, status: 'delivered', createdAt };
    return this.signed({ service: 'channels', event: `${platform}.inbound`, payload: told });
  }

  protected status(send: DoubleSend, status: DoubleStatus, code?: string): DoubleWebhook {
    const at = new Date().toISOString();
    const { channelId } = this.options;
    if (status === 'read') {
      const read = { id: randomUUID(), messageId: send.externalId, channelId, type: 'read', createdAt: at };
      return this.signed({ service: 'channels', event: 'whatsapp.interaction', payload: read });
    }
    const payload = {
      ...{ id: send.externalId, channelId, reference: send.opaque, lastStatusAt: at },
      receiver: send.body.receiver,
      status: status === 'failed' ? 'delivery_failed' : status,
      reason: code === undefined ? '' : `details: as it was told to; reason: told; code: ${code}`,
    };
    return this.signed({ service: 'channels', event: 'whatsapp.outbound', payload });
  }

  private signed(event: object): DoubleWebhook {
    const url = this.callbackUrl ?? '';
    const body = JSON.stringify(event);
    const proof = signatures.bird(this.options.signingKey, { url, body });
    return { url, headers: { 'content-type': 'application/json', ...proof }, body };
  }

  private async send(request: Request, answer: Answer): Promise<void> {
    const body = request.body as Record<string, unknown>;
    const { contacts } = body.receiver as { contacts: { identifierValue: string }[] };
    const send: DoubleSend = {
      externalId: randomUUID(),
      recipient: contacts[0]?.identifierValue ?? '',
      opaque: typeof body.reference === 'string' ? body.reference : undefined,
      body,
    };
    await this.take(send, request, {
      succeed: () => answer.status(202).json({ id: send.externalId, status: 'accepted' }),
      fail: (failure) => refuse(answer, failure),
    });
  }

  private async store(request: Request, answer: Answer): Promise<void> {
    const form = await formOf(request);
    const [key, file] = [form?.get('key'), form?.get('file')];
    if (typeof key !== 'string' || !(file instanceof Blob)) return void answer.status(400).end();
    this.addFile(Buffer.from(await file.arrayBuffer()), file.type, key);
    answer.status(204).end();
  }
}

function refuse(answer: Answer, { status, code }: BirdFailure): void {
  answer.status(status).json({ code, message: 'As it was told to.' });
}
