import type { InboxPush, TranscriptPush } from '@parley/contracts/push/index';

const KEPT = 200;

/** The latest pushes, for answers that were under way while they came: such an answer is older than the cache. */
export class PushLog {
  private inbox: InboxPush[] = [];
  private transcripts: TranscriptPush[] = [];
  /** Position of the newest push of the inbox that is not kept any more. */
  private forgotten = '';

  add(push: InboxPush | TranscriptPush): void {
    if (push.view === 'transcript') {
      this.transcripts = [...this.transcripts, push].slice(-KEPT);
      return;
    }
    const oldest = this.inbox.length === KEPT ? this.inbox[0] : undefined;
    if (oldest && oldest.position > this.forgotten) this.forgotten = oldest.position;
    this.inbox = [...this.inbox, push].slice(-KEPT);
  }

  /** @returns null where too many came since: an answer so old has to be asked for again */
  inboxSince(position: string): InboxPush[] | null {
    if (position < this.forgotten) return null;
    return this.inbox.filter((push) => push.position > position);
  }

  transcriptSince(chatId: string, position: string): TranscriptPush[] {
    return this.transcripts.filter((push) => push.chatId === chatId && push.position > position);
  }
}
