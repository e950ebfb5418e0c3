import { DialogDouble } from '@parley/doubles/360dialog/dialog-double';
import type { EndToEnd } from '../../../testing/end-to-end';

export const endToEnd: EndToEnd = {
  platforms: ['whatsapp'],
  async open() {
    const credentials = {
      ...{ phoneNumberId: '106540352242922', apiKey: 'api-key' },
      webhookToken: 'a-token-that-nobody-can-guess',
    };
    const double = new DialogDouble(credentials);
    const { url, close } = await double.listen();
    return {
      ...{ url, close, credentials, name: 'Ana', ticks: ['delivered', 'read'] },
      postTo: (address) => void (double.callbackUrl = address),
      receive: (text, times) => double.post(double.message({ type: 'text', text: { body: text } }), times),
      receivePicture(png) {
        const image = { id: double.addFile(png, 'image/png'), mime_type: 'image/png' };
        return double.post(double.message({ type: 'image', image }));
      },
      sent: () => double.sends.map(({ body }) => (body.text as { body: string }).body),
      report: async (status) => (await double.postStatus(double.sends.at(-1)!, status))[0]!,
      holdNext: () => double.holdNext(),
      declineNext: () => double.declineNext('131047'),
      declinedBecause: 'outside_window',
    };
  },
};
