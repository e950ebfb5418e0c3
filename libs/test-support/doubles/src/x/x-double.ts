import { randomBytes, randomInt } from 'node:crypto';
import express from 'express';
import {
  ApiDouble,
  formOf,
  give,
  type DoubleSend,
  type DoubleStatus,
  type DoubleWebhook,
  type Refusal,
} from '../provider/api-double';
import { signatures } from '../provider/signatures';

export interface XDoubleOptions {
  /** Id of the account. */
  userId: string;
  consumerKey: string;
  consumerSecret: string;
  accessToken: string;
}

export type XSend = DoubleSend<{ text?: string; attachments?: { media_id: string }[] }>;

/** Creates an error of X's API v2, in its form of a problem. */
export function xProblem(status: number, kind: string, headers?: Record<string, string>): Refusal {
  const detail = `As it was told to: ${kind}.`;
  return {
    status,
    headers,
    body: { title: kind, detail, type: `https://api.x.com/2/problems/${kind}`, status },
  };
}

/** Fake of X's API v2 for direct messages, for tests and the demo. Signs its webhooks. */
export class XDouble extends ApiDouble<Refusal, XSend> {
  readonly uploads = new Map<string, { body: Buffer; contentType: string }>();

  constructor(private readonly options: XDoubleOptions) {
    super();
    this.app.use((request, answer, next) => {
      const given = request.headers.authorization ?? '';
      const { consumerKey, accessToken } = this.options;
      const wanted = [
        `oauth_consumer_key="${consumerKey}"`,
        `oauth_token="${accessToken}"`,
        'oauth_signature="',
      ];
      if (given.startsWith('OAuth ') && wanted.every((part) => given.includes(part))) return next();
      return give(answer, xProblem(401, 'unauthorized'));
    });
    this.app.get('/1.1/ton/data/dm/:id', ({ params }, answer) => this.serveFile(params.id, answer));
    this.app.get('/2/users/me', (_, answer) => {
      answer.json({ data: { id: this.options.userId, name: 'Harbour Bikes', username: 'harbourbikes' } });
    });
    this.app.post(
      '/2/media/upload',
      express.raw({ type: () => true, limit: '16mb' }),
      async (request, answer) => {
        const file = (await formOf(request))?.get('media');
        if (!(file instanceof Blob)) return give(answer, xProblem(400, 'invalid-request'));
        const id = String(randomInt(1e14, 2e14));
        this.uploads.set(id, { body: Buffer.from(await file.arrayBuffer()), contentType: file.type });
        answer.json({ data: { id, media_key: `3_${id}`, expires_after_secs: 86_400 } });
      },
    );
    this.app.post(
      '/2/dm_conversations/with/:user/messages',
      express.json({ limit: '1mb' }),
      (request, answer) => {
        const recipient = String(request.params.user);
        const externalId = `20${randomBytes(8).readBigUInt64BE() % 10n ** 17n}`;
        const told = { dm_conversation_id: `${recipient}-${this.options.userId}`, dm_event_id: externalId };
        return this.take({ externalId, recipient, body: request.body as XSend['body'] }, request, {
          succeed: () => answer.json({ data: told }),
          fail: (refusal) => give(answer, refusal),
        });
      },
    );
    this.app.use((_, answer) => give(answer, xProblem(404, 'not-found')));
  }

  /** Makes a webhook of a message from or to the account, in the form of the X Activity API. */
  message({
    id = String(randomInt(1e14, 2e14)),
    from,
    to,
    data,
  }: {
    id?: string;
    from: string;
    to: string;
    data: object;
  }): DoubleWebhook {
    const isSent = from === this.options.userId;
    const created_timestamp = String(Date.now());
    const message_create = { target: { recipient_id: to }, sender_id: from, message_data: data };
    const other = isSent ? to : from;
    return this.signed(isSent ? 'dm.sent' : 'dm.received', {
      direct_message_events: [{ type: 'message_create', id, created_timestamp, message_create }],
      users: { [other]: { data: { id: other, name: 'Ana Ruiz', username: 'anaruiz' } } },
    });
  }

  /** X reports only that a person has read all messages so far. */
  protected status({ recipient }: XSend, status: DoubleStatus): DoubleWebhook | null {
    if (status !== 'read') return null;
    const target = { recipient_id: this.options.userId };
    const event = { created_timestamp: String(Date.now()), sender_id: recipient, target };
    return this.signed('dm.read', { direct_message_mark_read_events: [event], users: {} });
  }

  private signed(event_type: string, payload: object): DoubleWebhook {
    const { userId, consumerSecret } = this.options;
    const event_uuid = String(randomInt(1e14, 2e14));
    const data = { event_uuid, filter: { user_id: userId }, event_type, payload };
    const body = JSON.stringify({ data });
    const url = this.callbackUrl ?? '';
    const proof = signatures.x(consumerSecret, { url, body });
    return { url, headers: { 'content-type': 'application/json', ...proof }, body };
  }
}
