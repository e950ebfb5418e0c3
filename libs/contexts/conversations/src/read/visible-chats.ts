import { Injectable } from '@nestjs/common';
import { KnownViewers } from '@parley/access-rules/known-viewers';
import type { Viewer } from '@parley/access-rules/viewer';
import { InboxQueries, type SendFacts } from './inbox.queries';

/** A conversation as somebody sees it, and who they are. */
export interface SeenChat extends SendFacts {
  viewer: Viewer;
}

/** Conversations for whoever does something in them: one statement where who that is is remembered. */
@Injectable()
export class VisibleChats {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly viewers: KnownViewers,
  ) {}

  /** @throws NotFound for what does not exist, or not for them */
  find(who: Pick<Viewer, 'customerId' | 'userId'>, id: string): Promise<SeenChat> {
    return this.viewers.read(who, async (viewer) => ({
      viewer,
      ...(await this.inbox.findVisible(viewer, id)),
    }));
  }
}
