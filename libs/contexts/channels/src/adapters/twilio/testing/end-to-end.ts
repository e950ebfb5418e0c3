import { randomBytes } from 'node:crypto';
import { TwilioDouble } from '@parley/doubles/twilio/twilio-double';
import type { EndToEnd } from '../../../testing/end-to-end';

export const endToEnd: EndToEnd = {
  platforms: ['sms', 'whatsapp'],
  async open(platform) {
    const accountSid = `AC${'0'.repeat(32)}`;
    const keys = { accountSid, authToken: 'auth-token' };
    const double = new TwilioDouble({ ...keys, numbers: ['+31205550101'] });
    const { url, close } = await double.listen();
    const isSms = platform === 'sms';
    const prefix = isSms ? '' : 'whatsapp:';
    const message = (fields: Record<string, string>) =>
      double.message({
        ...{ MessageSid: `SM${randomBytes(16).toString('hex')}`, ...fields },
        ...{ From: `${prefix}+31612345678`, To: `${prefix}+31205550101` },
      });
    return {
      ...{ url, close, name: null },
      credentials: { ...keys, [isSms ? 'phoneNumber' : 'whatsappSender']: '31205550101' },
      postTo: (address) => void (double.callbackUrl = address),
      receive: (text, times) => double.post(message({ Body: text }), times),
      receivePicture(png) {
        const MediaUrl0 = `${url}/media/${double.addFile(png, 'image/png')}`;
        return double.post(message({ NumMedia: '1', MediaContentType0: 'image/png', MediaUrl0, Body: '' }));
      },
      sent: () => double.sends.map(({ form }) => form.get('Body') ?? ''),
      report: async (status) => (await double.postStatus(double.sends.at(-1)!, status))[0]!,
      holdNext: () => double.holdNext(),
      declineNext: () => double.declineNext('21610'),
      declinedBecause: 'blacklisted',
      ticks: isSms ? ['delivered'] : ['delivered', 'read'],
    };
  },
};
