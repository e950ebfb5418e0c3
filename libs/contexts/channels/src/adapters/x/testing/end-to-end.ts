import { XDouble, xProblem } from '@parley/doubles/x/x-double';
import type { EndToEnd } from '../../../testing/end-to-end';

export const endToEnd: EndToEnd = {
  platforms: ['direct_messages'],
  async open() {
    const userId = '1111111111111111111';
    const keys = { consumerKey: 'ck', consumerSecret: 'cs', accessToken: 'x-token' };
    const double = new XDouble({ userId, ...keys });
    const { url, close } = await double.listen();
    const ana = '2222222222222222222';
    return {
      ...{ url, close, name: 'Ana Ruiz', ticks: ['read'] },
      credentials: { userId, ...keys, accessTokenSecret: 'ats' },
      postTo: (address) => void (double.callbackUrl = address),
      receive: (text, times) => double.post(double.message({ from: ana, to: userId, data: { text } }), times),
      receivePicture(png) {
        const media_url_https = `${url}/1.1/ton/data/dm/${double.addFile(png, 'image/png')}`;
        const attachment = { type: 'media', media: { id_str: '1', type: 'photo', media_url_https } };
        return double.post(double.message({ from: ana, to: userId, data: { text: '', attachment } }));
      },
      sent: () => double.sends.map(({ body }) => body.text ?? ''),
      report: async (status) => (await double.postStatus(double.sends.at(-1)!, status))[0]!,
      echo() {
        const { externalId: id, body } = double.sends.at(-1)!;
        return double.post(double.message({ id, from: userId, to: ana, data: { text: body.text } }));
      },
      holdNext: () => double.holdNext(),
      declineNext: () => double.failNext(xProblem(403, 'forbidden')),
      declinedBecause: 'blacklisted',
    };
  },
};
