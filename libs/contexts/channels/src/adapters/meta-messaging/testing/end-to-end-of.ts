import { randomUUID } from 'node:crypto';
import { MessengerDouble } from '@parley/doubles/messenger/messenger-double';
import type { EndToEnd } from '../../../testing/end-to-end';

/** Messenger and Instagram differ in the account's id and in the receipts that they send. */
export function endToEndOf(
  platform: 'messenger' | 'instagram',
  account: Record<string, string>,
  ticks: ('delivered' | 'read')[],
): EndToEnd {
  return {
    platforms: [platform],
    async open() {
      const keys = { accessToken: `${platform}-token`, appSecret: 'app-secret' };
      const double = new MessengerDouble({ platform, account: Object.values(account)[0]!, ...keys });
      const { url, close } = await double.listen();
      const ana = '5600000000000001';
      double.profiles.set(ana, { name: 'Ana Ruiz', first_name: 'Ana', last_name: 'Ruiz' });
      const message = (more: object) => double.event(ana, { message: { mid: `m_${randomUUID()}`, ...more } });
      return {
        ...{ url, close, name: 'Ana Ruiz', ticks },
        credentials: { ...account, ...keys, verifyToken: 'ours' },
        postTo: (address) => void (double.callbackUrl = address),
        receive: (text, times) => double.post(message({ text }), times),
        receivePicture(png) {
          const payload = { url: `${url}/files/${double.addFile(png, 'image/png')}` };
          return double.post(message({ attachments: [{ type: 'image', payload }] }));
        },
        sent: () => double.sends.map(({ body }) => body.message?.text ?? ''),
        report: async (status) => (await double.postStatus(double.sends.at(-1)!, status))[0]!,
        echo: () => double.post(double.echo(double.sends.at(-1)!)),
        holdNext: () => double.holdNext(),
        // The contact is outside the care window, and the app may not use the human agent tag.
        declineNext: () => void double.outsideWindow.add(ana),
        declinedBecause: 'outside_window',
      };
    },
  };
}
