import type { InboxPush, TranscriptPush } from '@parley/contracts/push/index';

type Push = InboxPush | TranscriptPush;

const KEPT = 200;

/** The latest pushes, for answers that were under way while they came: such an answer is older than the cache. */
export class PushLog {
  private pushes: Push[] = [];

  add(push: Push): void {
    this.pushes = [...this.pushes, push].slice(-KEPT);
  }

  inboxSince(position: string): InboxPush[] {
    return this.pushes.filter((push) => push.view === 'inbox').filter((push) => push.position > position);
  }

  transcriptSince(chatId: string, position: string): TranscriptPush[] {
    return this.pushes
      .filter((push) => push.view === 'transcript')
      .filter((push) => push.chatId === chatId && push.position > position);
  }
}
