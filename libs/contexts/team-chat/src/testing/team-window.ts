import type { TeamChat, TeamChatEntry } from '@parley/contracts/api/team-chats';
import type { ListPush, ThreadPush } from '@parley/contracts/push/index';
import { Tab, tokenOf } from '@parley/realtime/testing/realtime-testing';
import type { Viewer } from '../read/team-chat.queries';
import type { TeamInstallation } from './team-installation';

/**
 * A client that displays one chat. After a broken connection it resumes from its cursors; after a reset it loads the
 * chat again.
 */
export class TeamWindow {
  readonly entries = new Map<string, TeamChatEntry>();
  row: TeamChat | null = null;
  heard = 0;
  private listed = '';
  private followed = '';
  private tab: Tab | null = null;
  private loading = 0;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly installation: TeamInstallation,
    private readonly url: string,
    readonly me: Viewer,
    private readonly chatId: string,
  ) {}

  /** Loads the chat's rows and entries, and connects. */
  async open(): Promise<void> {
    await this.load();
    await this.connect();
  }

  /** Breaks the connection and connects again. */
  async cut(): Promise<void> {
    this.close();
    await this.connect();
  }

  close(): void {
    this.tab?.socket.removeAllListeners();
    this.tab?.socket.disconnect();
    this.tab = null;
  }

  /**
   * Waits until the chat's row is at least as new as the entry at `upTo`, and at least this number of entries has
   * arrived.
   */
  settled(upTo: string, entries: number): Promise<void> {
    const isNew = () => (this.row?.lastMessage?.position ?? '') >= upTo;
    return this.until(() => this.loading === 0 && isNew() && this.entries.size >= entries);
  }

  hears(): Promise<void> {
    return this.until(() => this.heard > 0);
  }

  /** Texts of the entries in the order of the log. */
  get words(): string[] {
    return [...this.entries.values()]
      .sort((a, b) => (a.position < b.position ? -1 : 1))
      .map(({ message }) => message ?? '');
  }

  private async connect(): Promise<void> {
    const tab = new Tab(this.url, { auth: { token: tokenOf(this.me) } });
    this.tab = tab;
    tab.socket.on('push', (push) => this.take(push));
    tab.socket.on('reset', () => {
      this.loading++;
      void this.load().then(() => {
        this.loading--;
        // Pushes may have arrived before the rows were loaded, so the client resumes from its cursors.
        if (this.tab === tab) void this.resume(tab);
        this.look();
      });
    });
    tab.socket.on('clientEvent', () => {
      this.heard++;
      this.look();
    });
    await tab.connected();
    await this.resume(tab);
  }

  private async resume(tab: Tab): Promise<void> {
    const ack = await tab.resume({ team_chat: this.listed, team_thread: this.thread() });
    if (!ack.ok) throw new Error(`A window could not go on: ${ack.code}`);
  }

  private until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return;
        this.waiting.delete(look);
        resolve();
      };
      this.waiting.add(look);
      look();
    });
  }

  private look(): void {
    for (const look of this.waiting) look();
  }

  private thread() {
    return { view: 'team_thread', chatId: this.chatId, position: this.followed };
  }

  private take(push: ListPush | ThreadPush): void {
    if (push.view === 'team_chat') {
      if (push.position <= this.listed) return;
      this.listed = push.position;
      this.row = ((push as ListPush<TeamChat>).rows.find(({ id }) => id === this.chatId) ?? this.row)!;
    } else if (push.view === 'team_thread') {
      if (push.position <= this.followed) return;
      this.followed = push.position;
      for (const entry of (push as ThreadPush<TeamChatEntry>).rows) this.entries.set(entry.id, entry);
    }
    this.look();
  }

  /** Reads the positions before the rows, so that the rows may be newer than the client's cursors but never older. */
  private async load(): Promise<void> {
    const { realtime, queries, threads } = this.installation;
    const [listed, followed] = await Promise.all(
      ['team_chat', 'team_thread'].map((view) => realtime.views.checkpoint(view)),
    );
    this.row = await queries.find(this.me, this.chatId);
    this.entries.clear();
    for (let page = 1, isLast = false; !isLast; page++) {
      const asked = { chatId: this.chatId, page, limit: 200 };
      const { entries } = await threads.entries(this.me, asked);
      for (const entry of entries) this.entries.set(entry.id, entry);
      isLast = entries.length < asked.limit;
    }
    [this.listed, this.followed] = [listed!, followed!];
  }
}
