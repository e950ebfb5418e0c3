import { answerToChallenge, isSignedBy, sign } from './signature';

/**
 * Test vectors, computed from Meta's rule independently of this code. A recorded webhook confirmed the rule of the
 * first vector.
 */
const vectors = [
  {
    secret: '1222e786b144d0e85b9f365372d93676',
    body: '{"object":"whatsapp_business_account","entry":[{"id":"200000000000002","changes":[{"value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550100000","phone_number_id":"100000000000002"},"contacts":[{"profile":{"name":"Test User"},"wa_id":"15550100001"}],"messages":[{"from":"15550100001","id":"wamid.HBgLMTU1NTAxMDAwMDEVAgASGCBGQUtF","timestamp":"1730231903","text":{"body":"Hey there! I am using PyWa."},"type":"text"}]},"field":"messages"}]}]}',
    signature: 'sha256=6edbb8cedf4127755215d7d562bf0d8240859e9002517c4c60bce135d3ae0c67',
  },
  {
    secret: 'app-secret',
    body: '{"text":"Ol\\u00e1 \\ud83d\\udc4b"}',
    signature: 'sha256=2e68a1decac5939fa7a53acc720343cc2d1dc43dea6879639955c4a7c133a02b',
  },
];

test.each(vectors)('signs $body as $signature, like Meta', ({ secret, body, signature }) => {
  expect(sign(Buffer.from(body), secret)).toBe(signature);
  expect(isSignedBy(secret, Buffer.from(body), signature)).toBe(true);
});

test('signs the bytes of the body, not the parsed JSON', () => {
  const [, { secret, body, signature }] = vectors as [unknown, (typeof vectors)[number]];
  const reserialised = Buffer.from(JSON.stringify(JSON.parse(body)));
  expect(sign(reserialised, secret)).toBe(
    'sha256=f25c48703c4375aedcb83d3ebbe126eaf9a70cdc8846b97f0e293bc2586a2343',
  );
  expect(isSignedBy(secret, reserialised, signature)).toBe(false);
});

test.each([
  undefined,
  '',
  'sha256=',
  'sha256=2e68a1decac5939fa7a53acc720343cc2d1dc43dea6879639955c4a7c133a02',
  '2e68a1decac5939fa7a53acc720343cc2d1dc43dea6879639955c4a7c133a02b',
  'sha1=0d814d436b45c33ef664a317ff4b8dc2d3d8fe2a',
  'sha256=é',
])('rejects the signature %j', (signature) => {
  expect(isSignedBy('app-secret', Buffer.from('{"text":"Ol\\u00e1 \\ud83d\\udc4b"}'), signature)).toBe(false);
});

describe('the challenge', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'ours', 'hub.challenge': '1158201444' };

  test('returns the challenge if the verify token is ours', () => {
    expect(answerToChallenge(query, 'ours')).toBe('1158201444');
  });

  test.each([
    { ...query, 'hub.verify_token': 'theirs' },
    { ...query, 'hub.verify_token': ['ours'] },
    { ...query, 'hub.mode': 'unsubscribe' },
    { ...query, 'hub.challenge': undefined },
    {},
  ])('returns null for the query %j', (other) => {
    expect(answerToChallenge(other, 'ours')).toBeNull();
  });
});
