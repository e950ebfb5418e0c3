import { Injectable } from '@nestjs/common';
import { AccessQueries } from '@parley/access/read/access.queries';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import { ListQueries } from '@parley/contacts/lists/list.queries';
import { sends } from '@parley/contracts/channels/offers';
import { AssignmentQueries } from '@parley/conversations/read/assignment.queries';
import { EngageAgreement } from '@parley/engage/write/neighbours';

/**
 * Provides broadcasts with an organisation's sending limits, channels, lists and assignees, which other contexts own.
 */
@Injectable()
export class Agreement extends EngageAgreement {
  constructor(
    private readonly access: AccessQueries,
    private readonly channels: ChannelQueries,
    private readonly lists: ListQueries,
    private readonly assignments: AssignmentQueries,
  ) {
    super();
  }

  async limits(customerId: string): Promise<{ messages: number; contacts: number }> {
    const settings = await this.access.customerSettings(customerId);
    return { messages: settings.engageMessagesLimit, contacts: settings.engageUniqueContactsLimit };
  }

  async tiers(customerId: string) {
    const channels = await this.channels.all(customerId);
    const senders = channels.filter((channel) => channel.isConnected && sends(channel, 'template'));
    return Promise.all(
      senders.map(async ({ id, name }) => {
        const quality = await this.channels.quality(customerId, id);
        return { channelId: id, name, tier: quality?.limit ?? null, quality: quality?.rating ?? null };
      }),
    );
  }

  requireAssignee(customerId: string, to: { userId: string | null; teamId: string | null }): Promise<void> {
    return this.assignments.requireAssignee(customerId, to);
  }

  async requireList(customerId: string, listId: string): Promise<void> {
    await this.lists.get(customerId, listId);
  }
}
