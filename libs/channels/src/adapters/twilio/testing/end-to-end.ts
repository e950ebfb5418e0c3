import { randomBytes } from 'node:crypto';
import { TwilioDouble } from '@parley/doubles/twilio/twilio-double';
import type { EndToEnd } from '../../../testing/end-to-end';

export const endToEnd: EndToEnd = {
  platforms: ['sms', 'whatsapp'],
  async open(platform) {
    const accountSid = `AC${'0'.repeat(32)}`;
    const secrets = { 'auth-token': 'auth-token' };
    const double = new TwilioDouble({ accountSid, authToken: secrets['auth-token'] });
    const { url, close } = await double.listen();
    const prefix = platform === 'whatsapp' ? 'whatsapp:' : '';
    return {
      ...{ url, close, secrets },
      providerAccountId: `${prefix}31205550101`,
      businessAccountId: accountSid,
      postTo: (address) => void (double.callbackUrl = address),
      receive: (text) =>
        double.post(
          double.message({
            MessageSid: `SM${randomBytes(16).toString('hex')}`,
            From: `${prefix}+31612345678`,
            To: `${prefix}+31205550101`,
            Body: text,
          }),
        ),
      sent: () => double.sends.map(({ form }) => form.get('Body') ?? ''),
      report: async (status) => (await double.postStatus(double.sends.at(-1)!, status))[0]!,
      declineNext: () => double.declineNext('21610'),
      declinedBecause: 'blacklisted',
      ticks: platform === 'whatsapp' ? ['delivered', 'read'] : ['delivered'],
    };
  },
};
