import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express, { type Express, type Request, type Response as Answer } from 'express';
import { TemplateShelf, type ShelvedTemplate, type TemplateVerdict } from '../provider/template-shelf';
import { placeholderPicture } from './placeholder-picture';
import { pause, StatusPoster, type GraphStatus, type StatusSubject } from './status-poster';

export interface GraphDoubleOptions {
  /** Secret that signs the webhooks. */
  appSecret: string;
  /** Address for webhooks; without it, none are posted. */
  callbackUrl?: string;
  /** Required bearer token; without it, any token is accepted. */
  accessToken?: string;
  /** Phone numbers by business account. */
  accounts?: Record<string, GraphNumber[]>;
  /** App with which organisations sign up; its secret is `appSecret`. */
  signup?: { appId: string };
  /** Time at which the token expires, as the fake reports it, in seconds since 1970; 0 if never. */
  tokenExpiresAt?: number;
  /** Whether to report each message as sent, delivered and read automatically. */
  autoStatuses?: boolean;
  /** Delay in ms before each automatic report. */
  delayMs?: number;
  /** Returns the delay in ms between accepting a message and the response; called for each message. */
  answerDelayMs?: () => number;
  /** Whether to serve an image for an unknown file id, so that webhooks with ids from other sources work. */
  inventMedia?: boolean;
}

/** A phone number of a business account. */
export interface GraphNumber {
  id: string;
  display_phone_number: string;
  verified_name: string;
  /** GREEN, YELLOW or RED; undefined while Meta has no rating. */
  quality_rating?: string;
  messaging_limit_tier?: string;
}

/** An error of the Graph API. */
export interface GraphFailure {
  code: number;
  /** HTTP status; 400 by default. */
  status?: number;
  details?: string;
}

/** A received request to send. */
export interface GraphSend extends StatusSubject {
  version: string;
  body: Record<string, unknown>;
}

interface Media {
  body: Buffer;
  contentType: string;
  /** Checksum that the fake reports, which a test may make wrong. */
  sha256: string;
}

/** A planned behaviour for the next request to send. */
type Mishap =
  | { kind: 'fail'; failure: GraphFailure }
  | { kind: 'delay'; ms: number }
  /** Accepts the request, and responds once `released` resolves. */
  | { kind: 'hold'; released: Promise<void> }
  /** Accepts the request, and closes the connection before the response. */
  | { kind: 'lose' }
  /** Accepts the request, and later reports the message as failed. */
  | { kind: 'decline'; code: number };

/**
 * Fake of Meta's Graph API for WhatsApp, for tests and the demo: an Express app whose failures a test can control.
 */
export class GraphDouble {
  readonly app: Express = express();
  /** Accepted messages, oldest first; refused ones are in `refused`. */
  readonly sends: GraphSend[] = [];
  readonly refused: GraphSend[] = [];
  readonly poster: StatusPoster;
  /** Templates of each business account. */
  readonly shelves = new Map<string, TemplateShelf>();

  /** Codes that the sign-up page has issued and that were not exchanged yet. */
  readonly codes = new Set<string>();
  /** The PIN with which each phone number id was registered. */
  readonly registered = new Map<string, string>();
  /** Webhook address of each business account. */
  readonly subscribed = new Map<string, string>();

  private readonly media = new Map<string, Media>();
  private readonly mishaps: Mishap[] = [];
  private readonly failuresFor = new Map<string, GraphFailure>();
  private readonly pending = new Set<Promise<unknown>>();

  constructor(private readonly options: GraphDoubleOptions) {
    this.poster = new StatusPoster(options.appSecret, options.callbackUrl);
    this.app.disable('x-powered-by');
    this.app.get('/:version/oauth/access_token', (request, answer) => this.exchangeCode(request, answer));
    this.app.use((request, answer, next) => {
      const { accessToken, appSecret, signup } = this.options;
      const isApp = signup && request.headers.authorization === `Bearer ${signup.appId}|${appSecret}`;
      if (isApp && request.path.endsWith('/debug_token')) return next();
      const given = request.headers.authorization?.replace(/^OAuth /, 'Bearer ');
      if (accessToken ? given === `Bearer ${accessToken}` : given?.startsWith('Bearer ')) return next();
      return fail(answer, { code: 190, status: 401, details: 'The access token is wrong.' });
    });
    this.app.get('/double/sends', (_, answer) => void answer.json({ sends: this.sends }));
    this.app.get('/files/:id', (request, answer) => this.serveFile(request.params.id, answer));
    this.app.post('/:version/:account/messages', express.json({ limit: '1mb' }), (request, answer) =>
      this.takeSend(request, answer),
    );
    this.app.post(
      '/:version/:account/media',
      express.raw({ type: () => true, limit: '101mb' }),
      (request, answer) => this.takeMedia(request, answer),
    );
    this.app.get('/:version/debug_token', (_, answer) => {
      const scope = 'whatsapp_business_management';
      const target_ids = Object.keys(this.options.accounts ?? {});
      const granular_scopes = [{ scope, target_ids }];
      answer.json({
        data: { is_valid: true, expires_at: this.options.tokenExpiresAt ?? 0, granular_scopes },
      });
    });
    this.app.post('/:version/:number/register', express.json(), (request, answer) => {
      this.registered.set(String(request.params.number), String((request.body as { pin?: unknown }).pin));
      answer.json({ success: true });
    });
    this.app.post('/:version/:account/subscribed_apps', express.json(), (request, answer) =>
      this.subscribe(request, answer),
    );
    this.app.get('/:version/:account/message_templates', (request, answer) =>
      this.listTemplates(request, answer),
    );
    this.app.post('/:version/:account/message_templates', express.json({ limit: '1mb' }), (request, answer) =>
      this.takeTemplate(request, answer),
    );
    this.app.delete('/:version/:account/message_templates', (request, answer) => {
      const { hsm_id: id } = request.query;
      answer.json({ success: this.shelfOf(request).remove((each) => each.id === id) });
    });
    this.app.post(
      '/:version/app/uploads',
      (_, answer) => void answer.json({ id: 'upload:c2FtcGxl?sig=ARZ' }),
    );
    this.app.post(
      '/:version/:session',
      express.raw({ type: 'application/octet-stream' }),
      (request, answer, next) =>
        request.params.session?.startsWith('upload:') ? void answer.json({ h: '4::c2FtcGxl' }) : next(),
    );
    this.app.post('/:version/:template', express.json({ limit: '1mb' }), (request, answer) =>
      this.editTemplate(request, answer),
    );
    this.app.get('/:version/:account/phone_numbers', (request, answer) => this.listNumbers(request, answer));
    this.app.get('/:version/:id', (request, answer) => this.describeMedia(request, answer));
    this.app.use((_, answer) => fail(answer, { code: 2500, details: 'Unknown path components.' }));
  }

  /** Makes the next `times` requests to send fail. */
  failNext(failure: GraphFailure, times = 1): void {
    for (let index = 0; index < times; index++) this.mishaps.push({ kind: 'fail', failure });
  }

  /** Makes every request to send to this recipient (digits, or a business-scoped id) fail. */
  failFor(recipient: string, failure: GraphFailure): void {
    this.failuresFor.set(recipient, failure);
  }

  /** Delays the response to the next request to send. */
  delayNext(ms: number): void {
    this.mishaps.push({ kind: 'delay', ms });
  }

  /** Accepts the next request to send, and responds when the returned function is called. */
  holdNext(): () => void {
    let release!: () => void;
    this.mishaps.push({ kind: 'hold', released: new Promise((resolve) => (release = resolve)) });
    return () => release();
  }

  /** Accepts the next request to send, and loses the response. */
  loseNext(): void {
    this.mishaps.push({ kind: 'lose' });
  }

  /** Accepts the next message, and reports it as failed afterwards. */
  declineNext(code: number): void {
    this.mishaps.push({ kind: 'decline', code });
  }

  /**
   * Adds a file for use in a webhook.
   * @param sha256 checksum to report instead of the right one
   * @returns the file's id
   */
  addMedia(body: Buffer, contentType: string, sha256?: string): string {
    const id = String(randomInt(1e14, 2e14));
    this.media.set(id, { body, contentType, sha256: sha256 ?? digest(body) });
    return id;
  }

  /** @returns an uploaded or added file */
  file(id: string): { body: Buffer; contentType: string } | undefined {
    return this.media.get(id);
  }

  /** Posts a status of a message, `times` times concurrently. */
  async postStatus(
    subject: StatusSubject,
    status: GraphStatus,
    { code, times = 1 }: { code?: number; times?: number } = {},
  ): Promise<number[]> {
    const body = this.poster.body(subject, status, code);
    return Promise.all(Array.from({ length: times }, () => this.poster.post(body)));
  }

  /** Waits until all automatic reports are posted. */
  async idle(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  /** Starts a server on a free port of this machine. */
  async listen(): Promise<{ url: string; close: () => Promise<void> }> {
    const server = this.app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const close = () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    return { url: `http://127.0.0.1:${port}`, close };
  }

  /** Exchanges a code for a token; each code works once. */
  private exchangeCode({ query }: Request, answer: Answer): void {
    const { appSecret, signup, accessToken } = this.options;
    if (!signup || query.client_id !== signup.appId || query.client_secret !== appSecret) {
      return fail(answer, { code: 101, details: 'Error validating client secret.' });
    }
    if (typeof query.code !== 'string' || !this.codes.delete(query.code)) {
      return fail(answer, { code: 100, details: 'This authorization code has been used.' });
    }
    answer.json({ access_token: accessToken ?? 'token', token_type: 'bearer' });
  }

  /** Subscribes a business account to webhooks. Like Meta, verifies the address before. */
  private async subscribe(request: Request, answer: Answer): Promise<void> {
    const { override_callback_uri: uri = '', verify_token = '' } = request.body as Record<string, string>;
    const challenge = String(randomInt(1e9));
    const asked = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': verify_token,
      'hub.challenge': challenge,
    });
    const told = await fetch(`${uri}?${asked.toString()}`).then(
      (response) => response.text(),
      () => '',
    );
    if (told !== challenge) return fail(answer, { code: 2200, details: 'Callback verification failed.' });
    this.subscribed.set(String(request.params.account), uri);
    answer.json({ success: true });
  }

  private async takeSend(request: Request, answer: Answer): Promise<void> {
    const send = readSend(request);
    if (!send) return fail(answer, { code: 100, details: 'The parameter to or recipient is required.' });
    const { recipient } = send;
    const mishap = this.mishaps.shift();
    const failure = mishap?.kind === 'fail' ? mishap.failure : this.failuresFor.get(recipient);
    if (failure) {
      this.refused.push(send);
      return fail(answer, failure);
    }
    this.sends.push(send);
    this.report(send, mishap?.kind === 'decline' ? mishap.code : null);
    if (mishap?.kind === 'lose') return void request.socket.destroy();
    if (mishap?.kind === 'hold') await mishap.released;
    const delayMs = mishap?.kind === 'delay' ? mishap.ms : (this.options.answerDelayMs?.() ?? 0);
    if (delayMs > 0) await pause(delayMs);
    const contact = /^\d+$/.test(recipient) ? { wa_id: recipient } : { user_id: recipient };
    answer.json({
      messaging_product: 'whatsapp',
      contacts: [{ input: recipient, ...contact }],
      messages: [{ id: send.externalId }],
    });
  }

  private report(send: GraphSend, declined: number | null): void {
    const { autoStatuses, delayMs = 0 } = this.options;
    if (!autoStatuses && declined === null) return;
    const posting = (async () => {
      const statuses: GraphStatus[] = declined === null ? ['sent', 'delivered', 'read'] : ['failed'];
      for (const status of statuses) {
        await pause(delayMs);
        await this.postStatus(send, status, { code: declined ?? undefined });
      }
    })();
    this.pending.add(posting);
    void posting.finally(() => this.pending.delete(posting));
  }

  private async takeMedia(request: Request, answer: Answer): Promise<void> {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(new Uint8Array(request.body as Buffer), { headers })
      .formData()
      .catch(() => null);
    const file = form?.get('file');
    if (!(file instanceof Blob) || form?.get('messaging_product') !== 'whatsapp') {
      return fail(answer, { code: 100, details: 'The parameters messaging_product and file are required.' });
    }
    const body = Buffer.from(await file.arrayBuffer());
    const type = form.get('type');
    answer.json({ id: this.addMedia(body, typeof type === 'string' ? type : file.type) });
  }

  private shelfOf({ params }: Request): TemplateShelf {
    const account = String(params.account);
    const shelf = this.shelves.get(account) ?? new TemplateShelf();
    this.shelves.set(account, shelf);
    return shelf;
  }

  private listTemplates(request: Request, answer: Answer): void {
    const limit = Number(request.query.limit ?? 25);
    const start = Number(request.query.after ?? 0);
    const { templates } = this.shelfOf(request);
    const end = start + limit;
    const next = end < templates.length ? { next: 'https://graph.facebook.com/next' } : {};
    answer.json({ data: templates.slice(start, end), paging: { cursors: { after: String(end) }, ...next } });
  }

  private takeTemplate(request: Request, answer: Answer): void {
    const body = request.body as Record<string, unknown>;
    if (String(body.name).includes('refuse')) {
      return failTemplate(answer, 2388047, 'The message body is not formatted correctly.');
    }
    const template = this.shelfOf(request).add(body);
    if (!template) return failTemplate(answer, 2388024, 'There is already content in this language.');
    this.reviewLater(String(request.params.account), template);
    answer.json({ id: template.id, status: 'PENDING', category: template.category });
  }

  private editTemplate(request: Request, answer: Answer): void {
    for (const [account, shelf] of this.shelves) {
      const template = shelf.edit(String(request.params.template), request.body as object);
      if (!template) continue;
      this.reviewLater(account, template);
      return void answer.json({ success: true });
    }
    return fail(answer, { code: 100, details: 'Object does not exist.' });
  }

  private reviewLater(account: string, template: ShelvedTemplate): void {
    const reviewing = (async () => {
      await pause(this.options.delayMs ?? 0);
      for (const verdict of this.shelves.get(account)?.review(template) ?? []) {
        await this.postChange(account, verdict);
      }
    })();
    this.pending.add(reviewing);
    void reviewing.finally(() => this.pending.delete(reviewing));
  }

  /** Posts a webhook about a business account. */
  postChange(account: string, { field, value }: TemplateVerdict): Promise<number> {
    const entry = [{ id: account, time: Math.floor(Date.now() / 1000), changes: [{ field, value }] }];
    return this.poster.post(Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry })));
  }

  private describeMedia(request: Request, answer: Answer): void {
    const id = String(request.params.id);
    if (!this.media.has(id) && this.options.inventMedia) {
      const body = placeholderPicture();
      this.media.set(id, { body, contentType: 'image/png', sha256: digest(body) });
    }
    const media = this.media.get(id);
    if (!media) return fail(answer, { code: 100, details: `Object with ID '${id}' does not exist.` });
    const { body, contentType, sha256 } = media;
    const base = `${request.protocol}://${request.headers.host ?? ''}${request.baseUrl}`;
    answer.json({
      url: `${base}/files/${id}`,
      mime_type: contentType,
      sha256,
      file_size: body.length,
      id,
      messaging_product: 'whatsapp',
    });
  }

  private listNumbers(request: Request, answer: Answer): void {
    const { appSecret, accounts = {} } = this.options;
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const proof = createHmac('sha256', appSecret).update(token).digest('hex');
    if (request.query.appsecret_proof !== proof) {
      return fail(answer, { code: 100, details: 'Invalid appsecret_proof provided in the API argument' });
    }
    const numbers = accounts[String(request.params.account)];
    if (!numbers)
      return fail(answer, { code: 100, details: 'Unsupported get request. Object does not exist.' });
    answer.json({ data: numbers });
  }

  private serveFile(id: string, answer: Answer): void {
    const media = this.media.get(id);
    if (!media) return fail(answer, { code: 100, status: 404, details: 'The file is gone.' });
    answer.type(media.contentType).send(media.body);
  }
}

export function graphDouble(options: GraphDoubleOptions): GraphDouble {
  return new GraphDouble(options);
}

function readSend(request: Request): GraphSend | null {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const { to, recipient, biz_opaque_callback_data: opaque } = body;
  // If a request contains a phone number and an id, the phone number counts.
  const named = typeof to === 'string' ? to.replace(/\D/g, '') : recipient;
  if (typeof named !== 'string' || named === '') return null;
  return {
    externalId: `wamid.${randomBytes(30).toString('base64')}`,
    account: String(request.params.account),
    recipient: named,
    opaque: typeof opaque === 'string' ? opaque : undefined,
    version: String(request.params.version),
    body,
  };
}

function fail(answer: Answer, { code, status = 400, details = 'As it was told to.' }: GraphFailure): void {
  answer.status(status).json({
    error: {
      message: `(#${code}) ${details}`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: randomBytes(8).toString('hex'),
    },
  });
}

function digest(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

function failTemplate(answer: Answer, subcode: number, said: string): void {
  const error = { message: 'Invalid parameter', type: 'OAuthException', code: 100, error_subcode: subcode };
  answer.status(400).json({ error: { ...error, error_user_title: 'Not taken', error_user_msg: said } });
}
