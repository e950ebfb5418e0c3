import { randomUUID } from 'node:crypto';
import { DialogDouble } from '@parley/doubles/360dialog/dialog-double';
import type { EndToEnd } from '../../../testing/end-to-end';

export const endToEnd: EndToEnd = {
  platforms: ['whatsapp'],
  async open() {
    const secrets = { 'api-key': 'api-key', 'webhook-token': 'a token that nobody can guess' };
    const account = '106540352242922';
    const double = new DialogDouble({ apiKey: secrets['api-key'], phoneNumberId: account });
    const { url, close } = await double.listen();
    return {
      ...{ url, close, secrets, providerAccountId: account, businessAccountId: null },
      postTo(address) {
        double.callbackUrl = address;
        double.webhookHeaders = { 'x-parley-webhook-token': secrets['webhook-token'] };
      },
      receive: (text) => double.post(double.text('31612345678', `wamid.${randomUUID()}`, text)),
      sent: () => double.sends.map(({ body }) => (body.text as { body: string }).body),
      report: async (status) => (await double.postStatus(double.sends.at(-1)!, status))[0]!,
      declineNext: () => double.declineNext('131047'),
      declinedBecause: 'outside_window',
    };
  },
};
