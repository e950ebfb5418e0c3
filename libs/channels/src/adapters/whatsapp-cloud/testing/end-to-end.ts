import { randomUUID } from 'node:crypto';
import { graphDouble } from '@parley/doubles/graph/graph-double';
import { StatusPoster } from '@parley/doubles/graph/status-poster';
import type { EndToEnd } from '../../../testing/end-to-end';

export const endToEnd: EndToEnd = {
  platforms: ['whatsapp'],
  async open() {
    const secrets = { 'access-token': 'access-token', 'app-secret': 'app-secret' };
    const account = '106540352242922';
    let address = '';
    const poster = () => new StatusPoster(secrets['app-secret'], address);
    const double = graphDouble({ appSecret: secrets['app-secret'], accessToken: 'access-token' });
    const { url, close } = await double.listen();
    return {
      ...{ url, close, secrets, providerAccountId: account, businessAccountId: '102290129340398' },
      postTo: (to) => void (address = to),
      receive: (text) => poster().post(textOf(account, text), 1),
      sent: () => double.sends.map(({ body }) => (body.text as { body: string }).body),
      report: (status) => poster().post(poster().body(double.sends.at(-1)!, status)),
      declineNext: () => double.failNext({ code: 131047 }),
      declinedBecause: 'outside_window',
    };
  },
};

function textOf(account: string, text: string): Buffer {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const message = { from: '31612345678', id: `wamid.${randomUUID()}`, timestamp, type: 'text' };
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: account, phone_number_id: account },
    contacts: [{ wa_id: message.from, profile: { name: 'Ana' } }],
    messages: [{ ...message, text: { body: text } }],
  };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
}
