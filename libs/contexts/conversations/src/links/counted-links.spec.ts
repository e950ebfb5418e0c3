import { randomUUID } from 'node:crypto';
import { emptyTemplate, type MessageContent } from '@parley/contracts/events';
import type { Config } from '@parley/platform/config/config';
import { MasterKey } from '@parley/platform/security/master-key';
import { CountedLinks } from './counted-links';

const publicUrl = 'https://parley.example';
const linksOf = (secret: string) => new CountedLinks(new MasterKey(secret), { publicUrl } as Config);
const links = linksOf('only ever used by tests, 32 characters');
const place = { customerId: randomUUID(), messageId: randomUUID(), index: 1, card: null };

test('decrypts a token to its button, and does not reveal ids in the token', () => {
  const token = links.tokenOf(place);
  expect(links.placeOf(token)).toEqual(place);
  expect(links.placeOf(links.tokenOf({ ...place, card: 3 }))).toEqual({ ...place, card: 3 });
  expect(token).toMatch(/^[\w-]+$/);
  const bytes = Buffer.from(token, 'base64url').toString('hex');
  for (const id of [place.customerId, place.messageId]) expect(bytes).not.toContain(id.replaceAll('-', ''));
});

test('rejects a token that was changed, cut, made up or encrypted with another secret', () => {
  const token = links.tokenOf(place);
  const changed = [...token]
    .map((letter, at) => (at === 40 ? (letter === 'A' ? 'B' : 'A') : letter))
    .join('');
  const foreign = linksOf('another one for tests, of 32 characters').tokenOf(place);
  const wrong = [changed, token.slice(0, -4), `${token}AAAA`, 'A'.repeat(80), '', '../..', '%00', foreign];
  expect(wrong.map((each) => links.placeOf(each))).toEqual(wrong.map(() => null));
});

const template = {
  ...emptyTemplate,
  buttons: [{ type: 'url' as const, text: 'Shop', target: `${publicUrl}/l/{{1}}` }],
};
const message = (text: string): Extract<MessageContent, { type: 'template' }> => ({
  ...{ type: 'template', name: 'sale', language: 'en', parameters: [], text: 'Sale' },
  components: [{ type: 'button', kind: 'url', index: 0, text }],
});

test('gives the provider a token in place of the URL, and keeps the URL in the message', () => {
  const marked = links.mark(message('https://shop.example/?name=Ana'), template);
  expect(marked.components).toMatchObject([{ text: 'https://shop.example/?name=Ana', countedAs: 'Shop' }]);
  const told = links.told(marked, place);
  const [button] = (told.type === 'template' && told.components) || [];
  expect(Object.keys(button ?? {}).sort()).toEqual(['index', 'kind', 'text', 'type']);
  expect(links.placeOf((button as { text: string }).text)).toEqual({ ...place, index: 0 });
});

test('rejects a link that is not a web address', () => {
  for (const text of ['sale', 'javascript:alert(1)', 'https://a@shop.example']) {
    expect(() => links.mark(message(text), template)).toThrow('template_link_invalid');
  }
});
