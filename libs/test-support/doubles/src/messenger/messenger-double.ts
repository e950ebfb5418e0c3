import { createHmac, randomBytes, randomInt } from 'node:crypto';
import express, { type Request, type Response as Answer } from 'express';
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

export interface MessengerDoubleOptions {
  platform: 'messenger' | 'instagram';
  /** Id of the page or of the Instagram account. */
  account: string;
  accessToken: string;
  appSecret: string;
}

export type MessengerSend = DoubleSend<MessengerBody>;

export interface MessengerBody {
  recipient?: { id?: string; user_ref?: string };
  messaging_type?: string;
  tag?: string;
  message?: {
    text?: string;
    metadata?: string;
    /** A file, named by the id of its upload. */
    attachment?: { type: string; payload: { attachment_id: string } };
  };
}

/** Makes an error of the Graph API. */
export function metaError(code: number, subcode?: number, message = 'As it was told to.'): Refusal {
  const error = { message: `(#${code}) ${message}`, type: 'OAuthException', code, error_subcode: subcode };
  return { status: code === 190 ? 401 : 400, body: { error: { ...error, fbtrace_id: 'A' } } };
}

/** Fake of Meta's Send API for Messenger and Instagram, for tests and the demo. Signs its webhooks. */
export class MessengerDouble extends ApiDouble<Refusal, MessengerSend> {
  readonly uploads = new Map<string, { body: Buffer; contentType: string }>();
  /** Ids of people whose last message is older than a day. */
  readonly outsideWindow = new Set<string>();
  /** Whether the app may use the human-agent tag, which permits replies for seven days. */
  mayTagHumanAgent = false;
  readonly profiles = new Map<string, Record<string, string>>();

  constructor(private readonly options: MessengerDoubleOptions) {
    super();
    // Files have their own host in Meta's API and are served without a token.
    this.app.get('/files/:id', ({ params }, answer) => this.serveFile(params.id, answer));
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
      this.send(request, answer),
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

  /** Makes a webhook of an event of a contact. */
  event(from: string, event: object): DoubleWebhook {
    const { account } = this.options;
    return this.signed({ sender: { id: from }, recipient: { id: account }, ...event });
  }

  /** Makes the echo of a sent message, for apps that subscribe to echoes. */
  echo({ externalId: mid, recipient, body }: MessengerSend): DoubleWebhook {
    const { text, metadata } = body.message ?? {};
    const message = { mid, text, is_echo: true, app_id: 1517776481860111, metadata };
    return this.signed({ sender: { id: this.options.account }, recipient: { id: recipient }, message });
  }

  /**
   * Messenger reports a time up to which all messages were delivered or read; Instagram reports each message that was
   * read.
   */
  protected status(
    { externalId: mid, recipient }: MessengerSend,
    status: DoubleStatus,
  ): DoubleWebhook | null {
    if (this.options.platform === 'instagram') {
      return status === 'read' ? this.event(recipient, { read: { mid } }) : null;
    }
    if (status !== 'delivered' && status !== 'read') return null;
    const receipt = status === 'read' ? 'read' : 'delivery';
    return this.event(recipient, { [receipt]: { watermark: Date.now() } });
  }

  private signed(event: object): DoubleWebhook {
    const { platform, account, appSecret } = this.options;
    const now = Date.now();
    const object = platform === 'messenger' ? 'page' : 'instagram';
    const entry = [{ id: account, time: now, messaging: [{ timestamp: now, ...event }] }];
    const body = JSON.stringify({ object, entry });
    const url = this.callbackUrl ?? '';
    const proof = signatures[platform](appSecret, { url, body });
    return { url, headers: { 'content-type': 'application/json', ...proof }, body };
  }

  private send(request: Request, answer: Answer): Promise<void> {
    const body = request.body as MessengerBody;
    const recipient = body.recipient?.id ?? body.recipient?.user_ref ?? '';
    const send = { externalId: `m_${randomBytes(24).toString('base64url')}`, recipient, body };
    return this.take(send, request, {
      succeed: () => answer.json({ recipient_id: recipient, message_id: send.externalId }),
      fail: (refusal) => give(answer, refusal),
      refusal: this.refusalOf(send),
    });
  }

  private refusalOf({ recipient, body: { tag, message } }: MessengerSend): Refusal | undefined {
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
    if (!isTooLong) return undefined;
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
}
