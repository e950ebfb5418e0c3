import { randomUUID } from 'node:crypto';
import { graphDouble } from '@parley/doubles/graph/graph-double';
import { StatusPoster } from '@parley/doubles/graph/status-poster';
import type { EndToEnd } from '../../../testing/end-to-end';

export const endToEnd: EndToEnd = {
  platforms: ['whatsapp'],
  async open() {
    const account = '106540352242922';
    const business = '102290129340398';
    const keys = { accessToken: 'access-token', appSecret: 'app-secret' };
    const number = { id: account, display_phone_number: '+31 20 555 0101', verified_name: 'Harbour' };
    let address = '';
    const poster = () => new StatusPoster(keys.appSecret, address);
    const double = graphDouble({ ...keys, accounts: { [business]: [number] } });
    const { url, close } = await double.listen();
    return {
      ...{ url, close, name: 'Ana', ticks: ['delivered', 'read'] },
      credentials: { phoneNumberId: account, businessAccountId: business, ...keys, verifyToken: 'ours' },
      postTo: (to) => void (address = to),
      async receive(text, times = 1) {
        const body = messageTo(account, { type: 'text', text: { body: text } });
        let status = 0;
        for (let time = 0; time < times; time++) status = await poster().post(body, 1);
        return status;
      },
      receivePicture(png) {
        const image = { id: double.addMedia(png, 'image/png'), mime_type: 'image/png' };
        return poster().post(messageTo(account, { type: 'image', image }), 1);
      },
      sent: () => double.sends.map(({ body }) => (body.text as { body: string }).body),
      report: (status) => poster().post(poster().body(double.sends.at(-1)!, status)),
      holdNext: () => double.holdNext(),
      declineNext: () => double.failNext({ code: 131047 }),
      declinedBecause: 'outside_window',
    };
  },
};

function messageTo(account: string, content: object): Buffer {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const message = { from: '31612345678', id: `wamid.${randomUUID()}`, timestamp, ...content };
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: account, phone_number_id: account },
    contacts: [{ wa_id: message.from, profile: { name: 'Ana' } }],
    messages: [message],
  };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
}
