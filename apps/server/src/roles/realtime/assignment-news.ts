import { Injectable } from '@nestjs/common';
import { ASSIGNMENT_CHANNEL, type AssignmentNotice } from '@parley/conversations/assign-all/assignment-jobs';
import { Database } from '@parley/platform/database/database';
import { listen } from '@parley/platform/database/notifications';

/** How far "assign all" has come, for the windows of who began it. One that was away asks when it is back. */
@Injectable()
export class AssignmentNews {
  constructor(private readonly database: Database) {}

  async tell(hear: (notice: AssignmentNotice) => void, signal: AbortSignal): Promise<void> {
    const onNotification = (payload: string) => hear(JSON.parse(payload) as AssignmentNotice);
    await listen(
      this.database.url,
      ASSIGNMENT_CHANNEL,
      { onNotification, onListening: () => undefined },
      signal,
    );
  }
}
