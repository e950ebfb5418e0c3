import { randomUUID } from 'node:crypto';
import { BirdDouble } from '@parley/doubles/bird/bird-double';
import type { EndToEnd } from '../../../testing/end-to-end';

export const endToEnd: EndToEnd = {
  platforms: ['whatsapp', 'sms'],
  async open(platform) {
    const secrets = { 'access-key': 'access-key', 'signing-key': 'signing-key' };
    const [workspaceId, channelId] = [randomUUID(), randomUUID()];
    const keys = { accessKey: secrets['access-key'], signingKey: secrets['signing-key'] };
    const double = new BirdDouble({ ...keys, workspaceId, channelId });
    const { url, close } = await double.listen();
    return {
      ...{ url, close, secrets, providerAccountId: channelId, businessAccountId: workspaceId },
      postTo: (address) => void (double.callbackUrl = address),
      receive: (text) =>
        double.post(double.message(randomUUID(), { type: 'text', text: { text } }, platform)),
      sent: () => double.sends.map(({ body }) => (body.body as { text: { text: string } }).text.text),
      report: async (status) => (await double.postStatus(double.sends.at(-1)!, status))[0]!,
      declineNext: () => double.declineNext('15005'),
      declinedBecause: 'wrong_number',
      ticks: platform === 'whatsapp' ? ['delivered', 'read'] : ['delivered'],
    };
  },
};
