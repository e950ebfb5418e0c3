import { randomBytes } from 'node:crypto';
import { MessagebirdDouble } from '@parley/doubles/messagebird/messagebird-double';
import type { EndToEnd } from '../../../testing/end-to-end';

export const endToEnd: EndToEnd = {
  platforms: ['sms', 'whatsapp'],
  async open(platform) {
    const keys = { accessKey: 'access-key', signingKey: 'signing-key' };
    const double = new MessagebirdDouble(keys);
    const { url, close } = await double.listen();
    const isSms = platform === 'sms';
    const account = isSms ? '31205550101' : '2ceefea7c1b8c79673215c42c1a6b916';
    const message = (more: object) => ({
      ...{ id: randomBytes(16).toString('hex'), channelId: account },
      ...{ direction: 'received', status: 'received', ...more },
    });
    return {
      ...{ url, close, name: isSms ? null : 'Ana' },
      credentials: isSms
        ? { ...keys, originator: account }
        : { ...keys, channelId: account, templateNamespace: 'namespace' },
      postTo: (address) => void (double.callbackUrl = address),
      receive(text, times) {
        const id = randomBytes(16).toString('hex');
        const sms = { id, originator: '31612345678', recipient: account, body: text };
        const event = () => double.event('message.created', message({ type: 'text', content: { text } }));
        return double.post(isSms ? double.sms(sms) : event(), times);
      },
      receivePicture: isSms
        ? undefined
        : (png) => {
            const image = { url: `${url}/files/${double.addFile(png, 'image/png')}` };
            return double.post(
              double.event('message.created', message({ type: 'image', content: { image } })),
            );
          },
      sent: () =>
        double.sends.map(({ body }) => String(isSms ? body.body : (body.content as { text: string }).text)),
      report: async (status) => (await double.postStatus(double.sends.at(-1)!, status))[0]!,
      holdNext: () => double.holdNext(),
      declineNext: () => double.declineNext(isSms ? '103' : '470'),
      declinedBecause: isSms ? 'blacklisted' : 'outside_window',
      ticks: isSms ? ['delivered'] : ['delivered', 'read'],
    };
  },
};
