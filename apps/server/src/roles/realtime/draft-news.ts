import { Injectable } from '@nestjs/common';
import { DRAFT_CHANNEL, type SentDraftNotice } from '@parley/conversations/drafts/drafts';
import { Database } from '@parley/platform/database/database';
import { listen } from '@parley/platform/database/notifications';

/** Which drafts have been sent, for the other windows of whose they were. One that was away asks when it is back. */
@Injectable()
export class DraftNews {
  constructor(private readonly database: Database) {}

  async tell(hear: (notice: SentDraftNotice) => void, signal: AbortSignal): Promise<void> {
    const onNotification = (payload: string) => hear(JSON.parse(payload) as SentDraftNotice);
    await listen(this.database.url, DRAFT_CHANNEL, { onNotification, onListening: () => undefined }, signal);
  }
}
