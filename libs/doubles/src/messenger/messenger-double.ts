import { createHmac, randomBytes, randomInt } from 'node:crypto';
import express, { type Request, type Response as Answer } from 'express';
import { pause } from '../graph/status-poster';
import { formOf, give, postWebhook, ProviderDouble, type Refusal } from '../provider/provider-double';

export interface MessengerDoubleOptions {
  platform: 'messenger' | 'instagram';
  /** The page's id, or the Instagram account's. */
  account: string;
  accessToken: string;
  appSecret: string;
}

/** A message that was sent, as it was asked for. */
export interface MessengerSend {
  mid: string;
  recipient: string;
  messagingType: string;
  tag?: string;
  text?: string;
  metadata?: string;
  /** A file, by the id of its upload. */
  attachment?: { type: string; attachmentId: string };
}

/** An error of the Graph API. */
export function metaError(code: number, subcode?: number, message = 'As it was told to.'): Refusal {
  const error = { message: `(#${code}) ${message}`, type: 'OAuthException', code, error_subcode: subcode };
  return { status: code === 190 ? 401 : 400, body: { error: { ...error, fbtrace_id: 'A' } } };
}

/** A double of Meta's Send API for Messenger and Instagram, for tests and the demo. It signs the webhooks it posts. */
export class MessengerDouble extends ProviderDouble {
  /** Messages that were accepted, oldest first. */
  readonly sends: MessengerSend[] = [];
  readonly uploads = new Map<string, { body: Buffer; contentType: string }>();
  /** People who wrote longer ago than a day. */
  readonly outsideWindow = new Set<string>();
  /** Whether the app may answer for seven days, as a person. */
  mayTagHumanAgent = false;
  readonly profiles = new Map<string, Record<string, string>>();
  /** Where webhooks are posted. */
  callbackUrl: string | null = null;
  private readonly files = new Map<string, { body: Buffer; contentType: string }>();

  constructor(private readonly options: MessengerDoubleOptions) {
    super();
    // Files lie open on a host of their own: who has the address has the file.
    this.app.get('/files/:id', (request, answer) => {
      const file = this.files.get(String(request.params.id));
      return file
        ? void answer.type(file.contentType).send(file.body)
        : give(answer, { status: 403, body: { error: 'URL signature expired' } });
    });
    this.app.use((request, answer, next) => {
      const { accessToken, appSecret } = this.options;
      if (request.headers.authorization !== `Bearer ${accessToken}`) {
        return give(answer, metaError(190, undefined, 'Invalid OAuth access token.'));
      }
      const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex');
      if (request.query.appsecret_proof === proof) return next();
      return give(answer, metaError(100, undefined, 'Invalid appsecret_proof provided in the API argument'));
    });
    this.app.post('/:version/me/messages', express.json({ limit: '1mb' }), (request, answer) =>
      this.take(request, answer),
    );
    this.app.post(
      '/:version/me/message_attachments',
      express.raw({ type: () => true, limit: '26mb' }),
      (request, answer) => this.takeFile(request, answer),
    );
    this.app.get('/:version/me', (_, answer) => {
      const { platform, account } = this.options;
      const instagram_business_account = { id: account, username: 'harbour.bikes' };
      answer.json(
        platform === 'messenger'
          ? { id: account, name: 'Harbour Bikes' }
          : { id: '1', instagram_business_account },
      );
    });
    this.app.get('/:version/:person', (request, answer) => {
      const id = String(request.params.person);
      const profile = this.profiles.get(id);
      return profile ? void answer.json({ id, ...profile }) : give(answer, metaError(100, 33));
    });
    this.app.use((_, answer) => give(answer, metaError(2500, undefined, 'Unknown path components.')));
  }

  /** Keeps a file that a webhook can then name, by the path of its address. */
  addFile(body: Buffer, contentType: string): string {
    const id = randomBytes(12).toString('hex');
    this.files.set(id, { body, contentType });
    return `/files/${id}`;
  }

  /** Posts an event of somebody's, signed. @returns the last answer's status */
  async post(from: string, event: object, times = 1): Promise<number> {
    const { account } = this.options;
    return this.postEvent({ sender: { id: from }, recipient: { id: account }, ...event }, times);
  }

  /** The echo of a message that was sent, as apps that subscribe to echoes get it. */
  async postEcho({ mid, recipient, text, metadata }: MessengerSend): Promise<number> {
    const message = { mid, text, is_echo: true, app_id: 1517776481860111, metadata };
    return this.postEvent({ sender: { id: this.options.account }, recipient: { id: recipient }, message });
  }

  private async postEvent(event: object, times = 1): Promise<number> {
    const { platform, account, appSecret } = this.options;
    const now = Date.now();
    const object = platform === 'messenger' ? 'page' : 'instagram';
    const entry = [{ id: account, time: now, messaging: [{ timestamp: now, ...event }] }];
    const body = Buffer.from(JSON.stringify({ object, entry }));
    const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
    return postWebhook(
      this.callbackUrl ?? '',
      { body, headers: { 'x-hub-signature-256': signature } },
      { times },
    );
  }

  private take(request: Request, answer: Answer): Promise<void> {
    const body = request.body as {
      recipient?: { id?: string; user_ref?: string };
      messaging_type?: string;
      tag?: string;
      message?: {
        text?: string;
        metadata?: string;
        attachment?: { type: string; payload: { attachment_id: string } };
      };
    };
    const recipient = body.recipient?.id ?? body.recipient?.user_ref ?? '';
    const { text, metadata, attachment } = body.message ?? {};
    const take = () => {
      const mid = `m_${randomBytes(24).toString('base64url')}`;
      this.sends.push({
        ...{ mid, recipient, messagingType: body.messaging_type ?? '', tag: body.tag, text, metadata },
        attachment: attachment && { type: attachment.type, attachmentId: attachment.payload.attachment_id },
      });
      return { recipient_id: recipient, message_id: mid };
    };
    return this.takeSend(request, answer, take, this.refusalOf(recipient, body));
  }

  private refusalOf(
    recipient: string,
    { tag, message }: { tag?: string; message?: { text?: string } },
  ): Refusal | null {
    const isInstagram = this.options.platform === 'instagram';
    if (this.outsideWindow.has(recipient)) {
      if (tag === undefined) {
        return metaError(
          10,
          isInstagram ? 2534022 : 2018278,
          'This message is sent outside of allowed window.',
        );
      }
      if (!this.mayTagHumanAgent) return metaError(100, undefined, 'The tag is not allowed for this app.');
    }
    const text = message?.text ?? '';
    const isTooLong = isInstagram ? Buffer.byteLength(text) > 1000 : text.length > 2000;
    if (!isTooLong) return null;
    return metaError(100, undefined, 'Length of param message[text] must be less than or equal to its limit');
  }

  private async takeFile(request: Request, answer: Answer): Promise<void> {
    const form = await formOf(request);
    const file = form?.get('filedata');
    if (!(file instanceof Blob)) return give(answer, metaError(100, undefined, 'filedata is required'));
    if (this.options.platform === 'instagram' && form?.get('platform') !== 'instagram') {
      return give(answer, metaError(100, undefined, 'platform is required'));
    }
    const id = String(randomInt(1e14, 2e14));
    this.uploads.set(id, { body: Buffer.from(await file.arrayBuffer()), contentType: file.type });
    answer.json({ attachment_id: id });
  }

  /** Reports all that was sent to somebody up to now as delivered, then as read, as Messenger does: by watermarks. */
  async reportAll(recipient: string, delayMs = 0): Promise<void> {
    for (const receipt of ['delivery', 'read']) {
      await pause(delayMs);
      await this.post(recipient, { [receipt]: { watermark: Date.now() } });
    }
  }
}
