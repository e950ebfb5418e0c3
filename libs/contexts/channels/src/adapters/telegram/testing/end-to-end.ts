import { TelegramDouble, telegramError } from '@parley/doubles/telegram/telegram-double';
import type { EndToEnd } from '../../../testing/end-to-end';

export const endToEnd: EndToEnd = {
  platforms: ['telegram'],
  async open() {
    const botToken = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
    const double = new TelegramDouble({ botToken });
    const { url, close } = await double.listen();
    const ana = { id: 7_000_000_000_001, first_name: 'Ana', last_name: 'Ruiz', username: 'ana' };
    return {
      ...{ url, close, name: 'Ana Ruiz', ticks: [] },
      credentials: { botToken, webhookSecret: 'a-word-of-ours' },
      postTo: (address) => void (double.callbackUrl = address),
      receive: (text, times) => double.post(double.message(ana, { text }), times),
      receivePicture(png) {
        const file_id = double.addFile(png, 'image/png');
        return double.post(double.message(ana, { photo: [{ file_id, width: 1, height: 1 }] }));
      },
      sent: () => double.sends.map(({ body }) => String(body.text)),
      report: async (status) => (await double.postStatus(double.sends.at(-1)!, status))[0]!,
      holdNext: () => double.holdNext(),
      declineNext: () => double.failNext(telegramError(403, 'Forbidden: bot was blocked by the user')),
      declinedBecause: 'blacklisted',
    };
  },
};
