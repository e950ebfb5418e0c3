import { Injectable } from '@nestjs/common';
import type { ChannelResponse, MigrationResponse, MigrationResult } from '@parley/contracts/api/channels';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { Principal } from '@parley/platform/http/principal';
import { ChannelQueries } from '../read/channels.queries';
import { AdministerChannels } from './administer-channels';

/** A channel of Bird and its number, as Bird returns it. */
interface Target {
  channel: ChannelResponse;
  digits: string;
}

/**
 * Moves channels of MessageBird's classic APIs to Bird. Neither API reveals the credentials of the other, so the
 * number has to be connected at Bird first. Bird's channel then takes over settings and members, and the classic one
 * is disconnected.
 */
@Injectable()
export class MigrateMessagebird {
  constructor(
    private readonly channels: ChannelQueries,
    private readonly administer: AdministerChannels,
  ) {}

  /**
   * Moves all channels that can be moved. Repeating it moves only the rest, since moved channels are disconnected.
   */
  async migrate(viewer: Principal, context: CommandContext): Promise<MigrationResponse> {
    const connected = (await this.channels.list(viewer)).filter(({ isConnected }) => isConnected);
    const targets: Target[] = [];
    const classic = connected.filter(({ provider }) => provider === 'messagebird');
    const birds = connected.filter(({ provider }) => provider === 'bird');
    for (const channel of classic.length > 0 ? birds : []) {
      const tested = await this.administer.test(channel.id, step(context, `test/${channel.id}`));
      const phone = tested.ok ? tested.account?.phone : null;
      if (phone) targets.push({ channel, digits: phone.replace(/\D/g, '') });
    }
    const data: MigrationResult[] = [];
    for (const channel of classic) data.push(await this.move(channel, targets, context));
    return { data };
  }

  private async move(
    { id, name, platform, administration }: ChannelResponse,
    targets: Target[],
    context: CommandContext,
  ): Promise<MigrationResult> {
    const left = (code: MigrationResult['code']) => ({ channelId: id, name, movedTo: null, code });
    const number = administration?.providerAccountId ?? '';
    // MessageBird identifies a WhatsApp channel by an id that does not contain its number.
    if (!administration || !/^\d{3,17}$/.test(number)) return left('migration_number_unknown');
    const target = targets.find(
      ({ channel, digits }) => channel.platform === platform && digits === number,
    )?.channel;
    if (!target) return left('migration_bird_channel_missing');
    const { name: _, ...settings } = administration.settings;
    const { teamIds, userIds } = administration;
    try {
      await this.administer.changeSettings(target.id, settings, step(context, `settings/${id}`));
      await this.administer.changeMembers(target.id, { teamIds, userIds }, step(context, `members/${id}`));
      await this.administer.disconnect(id, step(context, `disconnect/${id}`));
    } catch (error) {
      if (error instanceof Rejected) return left(error.code);
      throw error;
    }
    return { channelId: id, name, movedTo: target.id, code: null };
  }
}
