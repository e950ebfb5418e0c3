import { randomUUID } from 'node:crypto';
import { BirdDouble } from '@parley/doubles/bird/bird-double';
import type { EndToEnd } from '../../../testing/end-to-end';

export const endToEnd: EndToEnd = {
  platforms: ['whatsapp', 'sms'],
  async open(platform) {
    const [workspaceId, channelId] = [randomUUID(), randomUUID()];
    const credentials = { accessKey: 'access-key', signingKey: 'signing-key', workspaceId, channelId };
    const double = new BirdDouble(credentials);
    const { url, close } = await double.listen();
    return {
      ...{ url, close, credentials, name: null },
      postTo: (address) => void (double.callbackUrl = address),
      receive: (text, times) =>
        double.post(double.message(randomUUID(), { type: 'text', text: { text } }, platform), times),
      receivePicture(png) {
        const images = [{ mediaUrl: `${url}/media/${double.addFile(png, 'image/png')}` }];
        return double.post(double.message(randomUUID(), { type: 'image', image: { images } }, platform));
      },
      sent: () => double.sends.map(({ body }) => (body.body as { text: { text: string } }).text.text),
      report: async (status) => (await double.postStatus(double.sends.at(-1)!, status))[0]!,
      holdNext: () => double.holdNext(),
      declineNext: () => double.declineNext('15005'),
      declinedBecause: 'wrong_number',
      ticks: platform === 'whatsapp' ? ['delivered', 'read'] : ['delivered'],
    };
  },
};
