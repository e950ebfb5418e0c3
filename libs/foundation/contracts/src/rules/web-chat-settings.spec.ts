import { brokenWebChatRules, isAllowedOrigin, isSite, webChatDefaults } from './web-chat-settings';

test.each([
  'https://shop.example',
  'http://localhost:8080',
  'https://*.shop.example',
  'https://xn--mnchen-3ya.example',
])('%s is a valid site', (site) => expect(isSite(site)).toBe(true));

test.each([
  ...['', 'shop.example', '*', 'https://*', 'https://', 'https://shop.example/', 'https://shop.example/page'],
  ...[
    'https://*.*.example',
    'https://a.*.example',
    'ftp://shop.example',
    'https://user@shop.example',
    'null',
  ],
  ...[
    'https://SHOP.example',
    'https://shop.example:443',
    `https://${'a'.repeat(200)}.example`,
    'javascript:1',
  ],
])('%s is not a valid site', (site) => expect(isSite(site)).toBe(false));

test.each<[site: string, origin: string]>([
  ['https://shop.example', 'https://shop.example'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['https://*.shop.example', 'https://www.shop.example'],
  ['https://*.shop.example', 'https://a.b.shop.example'],
])('with the site %s the widget is allowed on %s', (site, origin) =>
  expect(isAllowedOrigin({ sites: ['https://other.example', site] }, origin)).toBe(true),
);

test.each<[site: string, origin: string]>([
  ['https://shop.example', 'http://shop.example'],
  ['https://shop.example', 'https://shop.example:8443'],
  ['https://shop.example', 'https://www.shop.example'],
  ['https://shop.example', 'https://shop.example.evil.example'],
  ['https://*.shop.example', 'https://shop.example'],
  ['https://*.shop.example', 'https://evilshop.example'],
  ['https://*.shop.example', 'http://www.shop.example'],
  ['https://*.shop.example', 'https://www.shop.example:8443'],
  ['https://*.shop.example', 'https://evil.example/.shop.example'],
  ['https://*.shop.example', 'https://evil.example@.shop.example'],
  ['https://*.shop.example', 'https://evil.example#.shop.example'],
  ['https://*.shop.example', 'https://.shop.example'],
  ['https://*.shop.example', 'null'],
])('with the site %s the widget is not allowed on %s', (site, origin) =>
  expect(isAllowedOrigin({ sites: [site] }, origin)).toBe(false),
);

test('without sites the widget is not allowed anywhere', () => {
  expect(isAllowedOrigin(webChatDefaults, 'https://shop.example')).toBe(false);
});

test('reports each broken rule with its field', () => {
  expect(brokenWebChatRules(webChatDefaults)).toEqual([]);
  const broken = brokenWebChatRules({
    ...webChatDefaults,
    ...{ colour: 'red', title: 'x'.repeat(61), greeting: 'x'.repeat(501), asksFor: ['name', 'name'] },
    sites: [...Array.from({ length: 20 }, (_, index) => `https://${index}.example`), 'shop.example'],
  });
  expect(broken.map(({ field, rule }) => `${field} ${rule}`).sort()).toEqual([
    'webChat.asksFor duplicate',
    'webChat.colour unknown_value',
    'webChat.greeting too_long',
    'webChat.sites site',
    'webChat.sites too_many',
    'webChat.title too_long',
  ]);
});
