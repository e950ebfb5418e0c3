import type { TeamResponse, UserResponse } from '@parley/contracts/api/access';
import type { MarkResponse } from '@parley/contracts/api/catalogue';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { ContactImport } from '@parley/contracts/api/contact-imports';
import type { PatchImportRequest } from '@parley/contracts/api/contact-imports.requests';
import type { ContactItem, ContactResponse, ContactsPage } from '@parley/contracts/api/contacts';
import type {
  ContactsQuery,
  CreateContactRequest,
  PatchContactRequest,
} from '@parley/contracts/api/contacts.requests';
import type {
  ActiveChatLogResponse,
  AssetResponse,
  Chat,
  ChatResponse,
  CommandResponse,
  CreatedResponse,
  EntriesPage,
  Page,
  SendResponse,
} from '@parley/contracts/api/conversations';
import type {
  AssignRequest,
  ChatsListQuery,
  EntriesQuery,
  SendRequest,
} from '@parley/contracts/api/conversations.requests';
import type { Job } from '@parley/contracts/api/jobs';
import { Connection, type ConnectionOptions } from './connection';
import { Events } from './events';

type Whole<T> = Promise<{ data: T[] }>;

/** Typed client of Parley's API. For endpoints that have no method here, call `request`. */
export class ParleyClient {
  private readonly connection: Connection;
  readonly events: Events;

  constructor(options: ConnectionOptions) {
    this.connection = new Connection(options);
    this.events = new Events(this.connection);
  }

  /**
   * Calls any endpoint, for example `request('GET', '/templates')`.
   * @throws ParleyRefusal if the API refuses the request
   */
  request: Connection['request'] = (method, path, options) => this.connection.request(method, path, options);

  readonly chats = {
    list: (query: Partial<ChatsListQuery> = {}): Promise<Page<Chat>> =>
      this.request('GET', '/messaging-chats/chats-list', { query: { ...query } }),
    get: (id: string): Promise<ChatResponse> => this.request('GET', `/messaging-chats/chats-list/${id}`),
    entries: (id: string, query: Partial<EntriesQuery> = {}): Promise<EntriesPage> =>
      this.request('GET', `/messaging-chats/${id}/entries`, { query: { ...query } }),
    activeChatLog: (id: string): Promise<ActiveChatLogResponse> =>
      this.request('GET', `/messaging-chats/${id}/active-chat-log`),
    assign: (id: string, body: AssignRequest): Promise<CommandResponse> =>
      this.request('POST', `/messaging-chats/${id}/assign`, { body }),
    tag: (id: string, tagId: string): Promise<CommandResponse> =>
      this.request('POST', `/messaging-chats/${id}/tags`, { body: { tagId } }),
    upload: (id: string, file: Blob, name: string): Promise<AssetResponse> =>
      this.request('POST', `/messaging-chats/${id}/assets`, { body: formOf(file, name) }),
  };

  readonly messages = {
    /** Sends a message. Repeated requests with the same idempotency key send it only once. */
    send: (
      chatId: string,
      content: SendRequest['content'],
      { idempotencyKey, metadata }: { idempotencyKey?: string; metadata?: Record<string, string> } = {},
    ): Promise<SendResponse> =>
      this.request('POST', '/messages/send', {
        body: { chat: { id: chatId }, content, metadata },
        idempotencyKey,
      }),
  };

  readonly contacts = {
    list: (query: Partial<ContactsQuery> = {}): Promise<ContactsPage<ContactItem>> =>
      this.request('GET', '/contacts', { query: { ...query } }),
    get: (id: string): Promise<ContactResponse> => this.request('GET', `/contacts/${id}`),
    create: (contact: CreateContactRequest, idempotencyKey?: string): Promise<CreatedResponse> =>
      this.request('POST', '/contacts', { body: contact, idempotencyKey }),
    change: (id: string, changes: PatchContactRequest): Promise<CommandResponse> =>
      this.request('PATCH', `/contacts/${id}`, { body: changes }),
  };

  readonly imports = {
    add: (file: Blob, name: string): Promise<ContactImport> =>
      this.request('POST', '/contact-imports', { body: formOf(file, name) }),
    get: (id: string): Promise<ContactImport> => this.request('GET', `/contact-imports/${id}`),
    change: (id: string, changes: PatchImportRequest): Promise<ContactImport> =>
      this.request('PATCH', `/contact-imports/${id}`, { body: changes }),
    check: (id: string): Promise<ContactImport> => this.request('POST', `/contact-imports/${id}/check`),
    run: (id: string): Promise<ContactImport> => this.request('POST', `/contact-imports/${id}/run`),
  };

  readonly jobs = { get: (id: string): Promise<Job> => this.request('GET', `/jobs/${id}`) };

  users = (): Whole<UserResponse> => this.request('GET', '/users');
  teams = (): Whole<TeamResponse> => this.request('GET', '/teams');
  channels = (): Whole<ChannelResponse> => this.request('GET', '/channels');
  tags = (): Whole<MarkResponse> => this.request('GET', '/tags');
  labels = (): Whole<MarkResponse> => this.request('GET', '/labels');
}

function formOf(file: Blob, name: string): FormData {
  const form = new FormData();
  form.append('file', file, name);
  return form;
}
