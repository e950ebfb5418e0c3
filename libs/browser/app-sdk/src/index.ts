import type { AppRecordResponse, ProxyResponse } from '@parley/contracts/api/apps';
import {
  PORT,
  READY,
  type AppCalls,
  type AppContext,
  type AppMessage,
  type AppMethod,
  type AppReply,
} from '@parley/contracts/apps/protocol';

export type { AppContext, AppMessage, AppRecordResponse, ProxyResponse };

/** Thrown if the inbox refused a call or could not perform it. */
export class AppCallFailed extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

type Hear = (context: AppContext) => void;

/** The connection between an app's page and the inbox. */
export class ParleyInbox {
  private nextId = 1;
  private readonly waiting = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >();
  private readonly hearers = new Set<Hear>();

  /** The current context: the app, the place of its page, and the open conversation and contact. */
  context: AppContext;

  constructor(
    private readonly port: MessagePort,
    context: AppContext,
  ) {
    this.context = context;
    port.onmessage = ({ data }: MessageEvent<AppReply>) => this.take(data);
  }

  /**
   * Calls `hear` with the current context, and again whenever another conversation is opened or the theme changes.
   * @returns a function that ends this
   */
  onContext(hear: Hear): () => void {
    this.hearers.add(hear);
    hear(this.context);
    return () => this.hearers.delete(hear);
  }

  /** Inserts a text into the draft of the open conversation. The user decides whether to send it. */
  async insert(text: string): Promise<void> {
    await this.call('draft.insert', { text });
  }

  async toast(message: string): Promise<void> {
    await this.call('toast', { message });
  }

  /** Opens a conversation or a contact in the inbox. */
  async open(what: { conversationId?: string; contactId?: string }): Promise<void> {
    await this.call('open', what);
  }

  /** Requests a height of the page's frame in pixels, from 120 to 600. */
  async resize(height: number): Promise<void> {
    await this.call('resize', { height });
  }

  /** @returns the app's settings except secret ones */
  settings(): Promise<Record<string, string>> {
    return this.call('settings', null);
  }

  /** @returns the last messages of the open conversation, oldest first */
  messages(): Promise<AppMessage[]> {
    return this.call('messages', null);
  }

  readonly data = {
    list: (name?: string): Promise<AppRecordResponse[]> =>
      this.call('data.list', name === undefined ? {} : { name }),
    add: (name: string, value: unknown): Promise<AppRecordResponse> => this.call('data.add', { name, value }),
    change: (
      record: Pick<AppRecordResponse, 'id' | 'name' | 'version'>,
      value: unknown,
    ): Promise<AppRecordResponse> => {
      const { id, name, version } = record;
      return this.call('data.change', { id, name, value, version });
    },
    remove: async (id: string): Promise<void> => void (await this.call('data.remove', { id })),
  };

  /**
   * Sends a request through Parley's server to a host that the app's manifest names. The server replaces
   * `{{setting.name}}` by the setting's value.
   */
  proxy(request: AppCalls['proxy'][0]): Promise<ProxyResponse> {
    return this.call('proxy', request);
  }

  email(mail: { to: string; subject: string; text: string }): Promise<{ id: string }> {
    return this.call('email', mail);
  }

  /** @returns a token that proves the current user to the app's own server; valid for a minute */
  token(): Promise<{ token: string; expiresAt: string }> {
    return this.call('token', null);
  }

  /**
   * Translates a text with the organisation's assistant.
   * @param language `en` or the name of a language
   */
  translate(text: string, language: string): Promise<string> {
    return this.call('translate', { text, language });
  }

  private call<Method extends AppMethod>(
    method: Method,
    params: AppCalls[Method][0],
  ): Promise<AppCalls[Method][1]> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.port.postMessage({ id, method, params });
    });
  }

  private take(reply: AppReply): void {
    if ('event' in reply) {
      this.context = reply.data;
      for (const hear of this.hearers) hear(reply.data);
      return;
    }
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if ('error' in reply) waiting?.reject(new AppCallFailed(reply.error.code, reply.error.message));
    else waiting?.resolve(reply.result);
  }
}

let inbox: ParleyInbox | null = null;
let connecting: Promise<ParleyInbox> | null = null;

/** Connects the page to the inbox. Further calls return the same connection. */
export function connect(): Promise<ParleyInbox> {
  connecting ??= new Promise((resolve) => {
    const hear = ({ source, data, ports }: MessageEvent<{ type?: string; context: AppContext } | null>) => {
      const [port] = ports;
      if (source !== window.parent || data?.type !== PORT || !port) return;
      window.removeEventListener('message', hear);
      inbox = new ParleyInbox(port, data.context);
      const { language, theme } = data.context;
      document.documentElement.lang = language;
      document.documentElement.dataset.theme = theme;
      inbox.onContext((context) => (document.documentElement.dataset.theme = context.theme));
      resolve(inbox);
    };
    window.addEventListener('message', hear);
    // The message contains no secret, so it may be sent to any origin.
    window.parent.postMessage({ type: READY, nonce: location.hash.slice(1) }, '*');
  });
  return connecting;
}

/**
 * Inserts a text into the draft.
 * @throws Error if the page is not connected yet
 */
export function emit(text: string): Promise<void> {
  if (!inbox) throw new Error("Emit hasn't been set");
  return inbox.insert(text);
}

/**
 * Shows a message.
 * @throws Error if the page is not connected yet
 */
export function toast(message: string): Promise<void> {
  if (!inbox) throw new Error("Toast hasn't been set");
  return inbox.toast(message);
}
