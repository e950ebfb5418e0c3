import { randomUUID } from 'node:crypto';
import { AppleDouble, appleRefusal } from '@parley/doubles/apple/apple-double';
import type { EndToEnd } from '../../../testing/end-to-end';

export const endToEnd: EndToEnd = {
  platforms: ['business_messages'],
  async open() {
    const secret = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64');
    const credentials = { businessId: 'biz', cspId: 'csp', secret };
    const double = new AppleDouble(credentials);
    const { url, close } = await double.listen();
    const message = (body: string, more: object = {}) => {
      const text = { id: randomUUID(), type: 'text', body, ...more };
      return double.message('urn:mbid:AQAAY1d8kR0FAKE', text);
    };
    return {
      ...{ url, close, credentials, name: null, ticks: [] },
      postTo: (address) => void (double.callbackUrl = address),
      receive: (text, times) => double.post(message(text), times),
      receivePicture: (png) =>
        double.post(message('\ufffc', { attachments: [double.attachment(png, 'image/png')] })),
      sent: () => double.sends.map(({ body }) => body.body),
      report: async (status) => (await double.postStatus(double.sends.at(-1)!, status))[0]!,
      holdNext: () => double.holdNext(),
      // Apple responds with 403 if the contact deleted the conversation.
      declineNext: () => double.failNext(appleRefusal(403)),
      declinedBecause: 'unreachable',
    };
  },
};
