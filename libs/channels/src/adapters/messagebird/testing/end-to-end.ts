import { randomBytes } from 'node:crypto';
import { MessagebirdDouble } from '@parley/doubles/messagebird/messagebird-double';
import type { EndToEnd } from '../../../testing/end-to-end';

export const endToEnd: EndToEnd = {
  platforms: ['sms', 'whatsapp'],
  async open(platform) {
    const secrets = { 'access-key': 'access-key', 'signing-key': 'signing-key' };
    const double = new MessagebirdDouble({ accessKey: 'access-key', signingKey: 'signing-key' });
    const { url, close } = await double.listen();
    const isSms = platform === 'sms';
    const account = isSms ? '31205550101' : '2ceefea7c1b8c79673215c42c1a6b916';
    return {
      ...{ url, close, secrets, providerAccountId: account, businessAccountId: isSms ? null : 'namespace' },
      postTo: (address) => void (double.callbackUrl = address),
      receive(text) {
        const id = randomBytes(16).toString('hex');
        if (isSms) {
          return double.post(double.sms({ id, originator: '31612345678', recipient: account, body: text }));
        }
        const message = { id, channelId: account, direction: 'received', status: 'received', type: 'text' };
        return double.post(double.event('message.created', { ...message, content: { text } }));
      },
      sent: () =>
        double.sends.map(({ body }) => String(isSms ? body.body : (body.content as { text: string }).text)),
      report: async (status) => (await double.postStatus(double.sends.at(-1)!, status))[0]!,
      declineNext: () => double.declineNext(isSms ? '103' : '470'),
      declinedBecause: isSms ? 'blacklisted' : 'outside_window',
      ticks: isSms ? ['delivered'] : ['delivered', 'read'],
    };
  },
};
