import { Injectable } from '@nestjs/common';
import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import { visibleTo, type Access, type Viewer } from '@parley/access-rules/viewer';
import type { Principal } from '@parley/platform/http/principal';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';
import { countLists } from '../read/list-counts';
import { transcriptView } from '../read/transcript.projector';
import { TranscriptQueries } from '../read/transcript.queries';

/** Pushes the conversation lists with their counts, and the entries of the conversation that a client has open. */
@Injectable()
export class LiveInbox implements LiveView<Viewer, Access> {
  readonly view = inboxView.name;
  readonly ability = 'inbox:read';
  readonly room = 'conversation';
  readonly thread = {
    view: transcriptView.name,
    rowsFor: async (customerId: string, ids: string[]) => {
      const entries = await this.transcript.entriesByIds(customerId, ids);
      return entries.map((entry) => ({ id: entry.id, parentId: entry.chatId, row: entry }));
    },
  };

  constructor(
    private readonly inbox: InboxQueries,
    private readonly transcript: TranscriptQueries,
  ) {}

  viewerOf(principal: Principal): Promise<Viewer> {
    return this.inbox.viewer(principal);
  }

  visibleTo(viewer: Viewer, access: Access): boolean {
    return visibleTo(viewer, access);
  }

  /**
   * Whether a change may alter the viewer's access. `ids` are the channels and users that it concerns; for a viewer
   * who is limited to some channels, any id may be such a channel.
   */
  isConcerned(viewer: Viewer, ids: ReadonlySet<string>): boolean {
    const isOwn = ids.has(viewer.userId) || ids.has(viewer.customerId);
    return isOwn || (viewer.channelIds !== null && ids.size > 0);
  }

  accessOf(customerId: string, ids: string[]): Promise<Map<string, Access>> {
    return this.inbox.accessOf(customerId, ids);
  }

  async rowsFor(customerId: string, ids: string[], viewers: Viewer[]) {
    const rows = await this.inbox.rowsFor(customerId, userIdsOf(viewers), ids);
    return rows.map(({ id, access, chatOf }) => ({
      id,
      access,
      shownTo: ({ userId }: Viewer) => chatOf(userId),
    }));
  }

  async besidesFor(customerId: string, viewers: Viewer[]) {
    const tallyOf = await this.inbox.tallies(customerId, userIdsOf(viewers));
    return viewers.map((viewer) => {
      const tally = tallyOf(viewer.userId);
      return { counts: countLists(tally, viewer), emailCounts: countLists(tally, viewer, 'email') };
    });
  }
}

function userIdsOf(viewers: Viewer[]): string[] {
  return [...new Set(viewers.map(({ userId }) => userId))];
}
