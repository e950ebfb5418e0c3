import type {
  Introduction,
  ReceiptRequest,
  VisitorEntriesResponse,
  VisitorFileResponse,
  VisitorMessageRequest,
  VisitorMessageResponse,
  VisitorSession,
  VisitorSessionRequest,
  WebChatInfo,
} from '@parley/contracts/api/web-chat';
import type { Memory } from './memory';
import type { Site } from './site';

/** Error of a request that the server refused; `status` is 0 if there was no response. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    /** Time in ms after which the server allows a retry; null if the response does not contain one. */
    readonly retryAfter: number | null = null,
  ) {
    super(`refused with ${status}`);
  }

  /** Whether the refusal is temporary, so that a retry may succeed. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Calls the API as this visitor. The first request that needs a session creates one. */
export class Server {
  private session: Promise<VisitorSession> | null = null;

  constructor(
    private readonly site: Site,
    private readonly memory: Memory,
  ) {}

  get url(): string {
    return `${this.site.origin}/web-chat`;
  }

  /** Whether this browser has a session or an identity, so that there may be entries to read. */
  get isReturning(): boolean {
    return this.site.identity !== null || this.memory.get('token') !== null;
  }

  info(): Promise<WebChatInfo> {
    return this.ask('');
  }

  /** The visitor's session, created or renewed if necessary; all tabs share it. */
  visit(): Promise<VisitorSession> {
    this.session ??= this.begin().catch((error: unknown) => {
      this.session = null;
      throw error;
    });
    return this.session;
  }

  /** Sets the identity that the site gives its visitor; null makes the visitor anonymous. */
  identify(identity: string | null): void {
    if (this.site.identity === identity) return;
    this.site.identity = identity;
    this.session = null;
  }

  /** Drops the session; call it when the server has refused the token. */
  forget(): void {
    this.session = null;
  }

  entries(before?: string): Promise<VisitorEntriesResponse> {
    return this.asVisitor(before ? `/entries?before=${before}` : '/entries');
  }

  send(message: VisitorMessageRequest): Promise<VisitorMessageResponse> {
    return this.asVisitor('/messages', json(message));
  }

  introduce(introduction: Introduction): Promise<void> {
    return this.asVisitor('/introduction', json(introduction));
  }

  receipt(receipt: ReceiptRequest): Promise<void> {
    return this.asVisitor('/receipts', { ...json(receipt), keepalive: true });
  }

  upload(file: File): Promise<VisitorFileResponse> {
    const headers = { 'content-type': file.type || 'application/octet-stream' };
    const path = `/files?name=${encodeURIComponent(file.name)}`;
    return this.asVisitor(path, { method: 'POST', body: file, headers });
  }

  private async begin(): Promise<VisitorSession> {
    const { identity } = this.site;
    const request: VisitorSessionRequest = {};
    const token = this.memory.get('token');
    if (token) request.token = token;
    if (identity) request.identity = identity;
    const session = await this.ask<VisitorSession>('/sessions', json(request));
    // Only the session of an anonymous visitor is stored in the browser.
    if (session.isIdentified) return session;
    const meanwhile = this.memory.get('token');
    // Another tab has created a session at the same moment, so both tabs use the stored one.
    if (meanwhile && meanwhile !== token) return this.begin();
    this.memory.set('token', session.token);
    return session;
  }

  private async asVisitor<T>(path: string, init: RequestInit = {}): Promise<T> {
    for (let tries = 1; ; tries++) {
      const { token } = await this.visit();
      try {
        return await this.ask<T>(path, {
          ...init,
          headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` },
        });
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 401 || tries > 1) throw error;
        this.forget();
      }
    }
  }

  private async ask<T>(path: string, init: RequestInit = {}): Promise<T> {
    const answer = await fetch(`${this.url}/${this.site.channelId}${path}`, {
      credentials: 'omit',
      signal: AbortSignal.timeout(30_000),
      ...init,
    }).catch(() => {
      throw new Refused(0);
    });
    if (!answer.ok) {
      const seconds = Number(answer.headers.get('retry-after'));
      throw new Refused(answer.status, seconds > 0 ? seconds * 1000 : null);
    }
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }
}

function json(body: object): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
