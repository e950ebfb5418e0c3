import { Injectable } from '@nestjs/common';
import { CachedViewers } from '@parley/access-rules/cached-viewers';
import type { Viewer } from '@parley/access-rules/viewer';
import { InboxQueries, type SendFacts } from './inbox.queries';

/** A conversation as a viewer sees it, together with the viewer. */
export interface SeenChat extends SendFacts {
  viewer: Viewer;
}

/** Reads conversations in which a user acts, in one statement if the user's access rights are cached. */
@Injectable()
export class VisibleChats {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly viewers: CachedViewers,
  ) {}

  /** @throws NotFound if the conversation does not exist, or is hidden from the user */
  find(who: Pick<Viewer, 'customerId' | 'userId'>, id: string): Promise<SeenChat> {
    return this.viewers.read(who, async (viewer) => ({
      viewer,
      ...(await this.inbox.findVisible(viewer, id)),
    }));
  }
}
