import { createHmac, randomBytes, randomInt } from 'node:crypto';
import express from 'express';
import { formOf, give, postWebhook, ProviderDouble, type Refusal } from '../provider/provider-double';

export interface XDoubleOptions {
  /** The account's id. */
  userId: string;
  consumerKey: string;
  consumerSecret: string;
  accessToken: string;
}

/** A message that was sent. */
export interface XSend {
  id: string;
  recipient: string;
  text?: string;
  mediaId?: string;
}

/** A problem as API v2 tells it. */
export function xProblem(status: number, kind: string, headers?: Record<string, string>): Refusal {
  const detail = `As it was told to: ${kind}.`;
  return {
    status,
    headers,
    body: { title: kind, detail, type: `https://api.x.com/2/problems/${kind}`, status },
  };
}

/** A double of X's API v2 for direct messages, for tests and the demo. It signs the webhooks it posts. */
export class XDouble extends ProviderDouble {
  /** Messages that were accepted, oldest first. */
  readonly sends: XSend[] = [];
  readonly uploads = new Map<string, { body: Buffer; contentType: string }>();
  /** People who take no messages from the account. */
  readonly closedTo = new Set<string>();
  /** Where webhooks are posted. */
  callbackUrl: string | null = null;
  private readonly files = new Map<string, { body: Buffer; contentType: string }>();

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
    this.app.get('/1.1/ton/data/dm/:id', (request, answer) => {
      const file = this.files.get(String(request.params.id));
      return file
        ? void answer.type(file.contentType).send(file.body)
        : give(answer, xProblem(404, 'not-found'));
    });
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
        const { text, attachments } = request.body as { text?: string; attachments?: { media_id: string }[] };
        const take = () => {
          const id = `20${randomBytes(8).readBigUInt64BE() % 10n ** 17n}`;
          this.sends.push({ id, recipient, text, mediaId: attachments?.[0]?.media_id });
          return { data: { dm_conversation_id: `${recipient}-${this.options.userId}`, dm_event_id: id } };
        };
        return this.takeSend(
          request,
          answer,
          take,
          this.closedTo.has(recipient) ? xProblem(403, 'forbidden') : null,
        );
      },
    );
    this.app.use((_, answer) => give(answer, xProblem(404, 'not-found')));
  }

  /** Keeps a file that a webhook can then name, by the path of its address. */
  addFile(body: Buffer, contentType: string): string {
    const id = randomBytes(12).toString('hex');
    this.files.set(id, { body, contentType });
    return `/1.1/ton/data/dm/${id}`;
  }

  /** A message between somebody and the account posted as the X Activity API does. @returns the last answer's status */
  async postMessage(
    {
      id = String(randomInt(1e14, 2e14)),
      from,
      to,
      data,
    }: { id?: string; from: string; to: string; data: object },
    times = 1,
  ): Promise<number> {
    const isSent = from === this.options.userId;
    const created_timestamp = String(Date.now());
    const message_create = { target: { recipient_id: to }, sender_id: from, message_data: data };
    const other = isSent ? to : from;
    return this.post(
      isSent ? 'dm.sent' : 'dm.received',
      {
        direct_message_events: [{ type: 'message_create', id, created_timestamp, message_create }],
        users: { [other]: { data: { id: other, name: 'Ana Ruiz', username: 'anaruiz' } } },
      },
      times,
    );
  }

  /** Somebody read all up to now. */
  async postRead(from: string): Promise<number> {
    const target = { recipient_id: this.options.userId };
    const event = { created_timestamp: String(Date.now()), sender_id: from, target };
    return this.post('dm.read', { direct_message_mark_read_events: [event], users: {} });
  }

  private post(event_type: string, payload: object, times = 1): Promise<number> {
    const { userId, consumerSecret } = this.options;
    const event_uuid = String(randomInt(1e14, 2e14));
    const data = { event_uuid, filter: { user_id: userId }, event_type, payload };
    const body = Buffer.from(JSON.stringify({ data }));
    const signature = `sha256=${createHmac('sha256', consumerSecret).update(body).digest('base64')}`;
    const headers = { 'x-twitter-webhooks-signature': signature };
    return postWebhook(this.callbackUrl ?? '', { body, headers }, { times });
  }
}
