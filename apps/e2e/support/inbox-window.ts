import { io } from 'socket.io-client';
import type { ListViewer } from '../../../libs/foundation/contracts/src/api/chat-lists';
import type { Chat, EntriesPage, Page } from '../../../libs/foundation/contracts/src/api/conversations';
import { applyPushToPage } from '../../web/src/features/messaging-inbox/cache/inbox-push';
import {
  applyPushToTranscript,
  entriesOf,
  knownUpTo,
  partOf,
  type Transcript,
} from '../../web/src/conversation/live/transcript';
import { PushLog } from '../../web/src/conversation/live/push-log';
import { Realtime } from '../../web/src/lib/realtime';
import type { InboxPush, TranscriptPush } from '../../../libs/foundation/contracts/src/push/index';
import type { Api } from './api';

const NEW = { list: 'new', teamId: null, page: 1, sortBy: 'newestEntry', filter: {} } as const;

/**
 * An agent's window without a screen: one list and one thread, fetched once and then kept up to date by the web
 * client's own connection and code.
 */
export class InboxWindow {
  /** Number of refetches after a push or a reset that could not be applied. */
  refetched = 0;
  private page!: Page<Chat>;
  private transcript!: Transcript;
  private readonly realtime: Realtime;
  private readonly inboxLog = new PushLog<InboxPush>();
  private readonly transcriptLog = new PushLog<TranscriptPush>();

  private constructor(
    private readonly api: Api,
    private readonly viewer: ListViewer,
    private readonly chatId: string,
    url: string,
  ) {
    const token = () => Promise.resolve(api.bearer);
    const open = () =>
      Promise.resolve(
        io(url, { autoConnect: false, reconnection: false, transports: ['websocket'], forceNew: true }),
      );
    this.realtime = new Realtime({ open, token, freshToken: token });
    this.realtime.attach({
      cursors: () => ({
        inbox: this.page.position,
        transcript: { chatId, position: knownUpTo(this.transcript)! },
      }),
      onPush: (push) => {
        if (push.view === 'inbox') {
          this.inboxLog.add(push);
          return this.take(push);
        }
        this.transcriptLog.add(push);
        this.transcript = applyPushToTranscript(this.transcript, push);
      },
      onReset: ({ view }) => void (view === 'inbox' ? this.fetchPage() : this.fetchTranscript()),
      onPresence: () => undefined,
    });
  }

  static async open(
    api: Api,
    { userId, chatId, url }: { userId: string; chatId: string; url: string },
  ): Promise<InboxWindow> {
    const window = new InboxWindow(api, { userId, expandedTeamFilter: false }, chatId, url);
    await Promise.all([window.fetchPage(), window.fetchTranscript()]);
    window.refetched = 0;
    // Reconnects without delay after each loss of the connection, as the page does on the browser's `online` event.
    window.realtime.watch(() => queueMicrotask(() => window.realtime.hurry()));
    window.realtime.start();
    return window;
  }

  get isLive(): boolean {
    return this.realtime.getState().status === 'live';
  }

  /** Describes how this window differs from a newly opened one; null if it does not. */
  async difference(): Promise<string | null> {
    const [page, thread] = await Promise.all([this.freshPage(), this.freshThread()]);
    const differing = [
      ...compare(this.page.data, page.data, ({ id }) => `conversation ${id}`),
      ...compare(
        entriesOf(this.transcript).slice(0, thread.perPage),
        thread.data,
        (entry) => `entry ${entry.message}`,
      ),
    ];
    return differing[0] ?? null;
  }

  close(): void {
    this.realtime.stop();
  }

  private take(push: InboxPush): void {
    const { page, isComplete } = applyPushToPage(this.page, NEW, push, this.viewer);
    this.page = page;
    if (!isComplete) void this.fetchPage();
  }

  /** Fetches the list and applies pushes that arrived in the meantime. */
  private async fetchPage(): Promise<void> {
    this.refetched++;
    this.page = await this.freshPage();
    const missed = this.inboxLog.since(this.page.position);
    if (!missed) return this.fetchPage();
    for (const push of missed) this.take(push);
  }

  private async fetchTranscript(): Promise<void> {
    this.refetched++;
    const page = await this.freshThread();
    const since = this.transcriptLog.latest(page.position).filter(({ chatId }) => chatId === this.chatId);
    this.transcript = since.reduce(applyPushToTranscript, { pages: [partOf(page)], pageParams: [null] });
  }

  private freshPage(): Promise<Page<Chat>> {
    return this.api.get(`/api/v3/messaging-chats/chats-list?list=new&page=1`);
  }

  private freshThread(): Promise<EntriesPage> {
    return this.api.get(`/api/v3/messaging-chats/${this.chatId}/entries?page=1&limit=100`);
  }
}

/**
 * Rows that differ or are in another place. Compares only fields that the window has, because responses also contain
 * fields of the specified API.
 */
function compare<T extends { id: string }>(held: T[], fresh: T[], nameOf: (row: T) => string): string[] {
  const heldById = new Map(held.map((row) => [row.id, row]));
  const stale = fresh.filter((row) => {
    const known = heldById.get(row.id);
    const named = known && Object.keys(known).map((name) => [name, row[name as keyof T]]);
    return !named || JSON.stringify(known) !== JSON.stringify(Object.fromEntries(named));
  });
  const freshIds = new Set(fresh.map(({ id }) => id));
  const left = held.filter(({ id }) => !freshIds.has(id));
  const misplaced = fresh.filter(({ id }, index) => held[index]?.id !== id);
  return [
    ...stale.map((row) => `${nameOf(row)} is not as it should be: ${JSON.stringify(heldById.get(row.id))}`),
    ...left.map((row) => `${nameOf(row)} should not be there`),
    ...misplaced.map((row) => `${nameOf(row)} is in another place`),
    ...(held.length === fresh.length ? [] : ['something is there twice']),
  ];
}
