import { Injectable } from '@nestjs/common';
import { OrganisationMail } from '@parley/apps/neighbours';
import { adapterOf } from '@parley/channels/adapters/registry';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import type { Mail } from '@parley/platform/mail/mailer';

/**
 * Sends e-mails of apps through the organisation's first connected mail channel, with that channel's address as the
 * sender.
 */
@Injectable()
export class ChannelMail extends OrganisationMail {
  constructor(private readonly channels: ChannelQueries) {
    super();
  }

  async send(customerId: string, { id, to, subject, text }: Mail): Promise<boolean> {
    const channels = await this.channels.all(customerId);
    const channel = channels.find(({ provider, isConnected }) => provider === 'email' && isConnected);
    if (!channel) return false;
    const connection = await this.channels.connection(customerId, channel);
    const none = () => Promise.reject(new Error('An e-mail of an app has no files.'));
    const sent = await adapterOf('email').send(
      {
        ...{
          messageId: id,
          to: [{ kind: 'email', value: to.address }],
          senderName: channel.name,
          webhookUrl: '',
        },
        content: {
          ...{ type: 'email', subject, from: null, to: [to], cc: [], bcc: [], text, assets: [] },
        },
        ...{ readAsset: none, linkTo: none },
      },
      connection,
    );
    if (sent.outcome !== 'sent') throw new Error(`The mail channel did not send it: ${sent.outcome}.`);
    return true;
  }
}
