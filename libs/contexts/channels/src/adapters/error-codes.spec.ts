import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { providers, type Provider } from '@parley/contracts/channels/offers';
import { statusReasons, type StatusReason } from '@parley/contracts/events';
import { outgoing } from '../testing/outgoing';
import type { Connection, Inbound } from './adapter';
import { adapterOf, manifestOf } from './registry';

interface Row {
  provider: Provider;
  told: 'answer' | 'status';
  code: string;
  reason: StatusReason;
  isAgain: boolean;
  isBroken: boolean;
}

const [, ...rows] = readFileSync(join(__dirname, 'error-codes.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): Row => {
    const [provider, told, code, reason, again, broken] = line.split('\t');
    return {
      ...({ provider, told, code, reason } as Pick<Row, 'provider' | 'told' | 'code' | 'reason'>),
      isAgain: again === 'again',
      isBroken: broken === 'broken',
    };
  });

const everybody = ['telegram', 'x', 'messenger/1122', 'instagram/1122', 'apple-messages/1122'];
const to = [
  { kind: 'phone' as const, value: '+31612345678' },
  ...everybody.map((scope) => ({ kind: 'external' as const, scope, value: '77' })),
];
const connection: Connection = {
  apiBaseUrl: null,
  providerAccountId: '1122',
  businessAccountId: '33',
  secrets: { 'bot-token': '1:token' },
};

const status = (code: string) => Number(/^http (\d+)/.exec(code)?.[1]);
const words = (code: string) => code.replace(/^(http )?\d+ ?/, '');
const number = (code: string) => Number.parseInt(code, 10);
const graphError = (code: string) => {
  const [error, subcode] = code.split(' ')[0]!.split('/').map(Number);
  const message = words(code) || 'No.';
  return Response.json({ error: { code: error, error_subcode: subcode, message } }, { status: 400 });
};

/** The provider's response when it refuses a request with a code. */
const answers: Partial<Record<Provider, (code: string) => Response>> = {
  'whatsapp-cloud': graphError,
  '360dialog': (code) =>
    code.startsWith('http')
      ? Response.json({ meta: { developer_message: words(code) } }, { status: status(code) })
      : graphError(code),
  messagebird: (code) =>
    Response.json({ errors: [{ code: number(code), description: 'No.' }] }, { status: 422 }),
  bird: (code) => Response.json({ message: 'No.' }, { status: status(code) }),
  twilio: (code) => Response.json({ code: number(code), message: 'No.', status: 400 }, { status: 400 }),
  messenger: graphError,
  instagram: graphError,
  telegram: (code) =>
    Response.json(
      { ok: false, error_code: number(code), description: words(code) },
      { status: number(code) },
    ),
  x: (code) =>
    Response.json(
      { detail: 'No.', type: words(code) ? `https://api.x.com/2/problems/${words(code)}` : undefined },
      { status: status(code) },
    ),
  'apple-messages': (code) => new Response(null, { status: status(code) }),
};

const cloudStatus = (code: string) =>
  JSON.stringify({
    entry: [
      {
        changes: [
          {
            field: 'messages',
            value: {
              metadata: { phone_number_id: '1122' },
              statuses: [
                { id: 'wamid.1', status: 'failed', timestamp: '1', errors: [{ code: number(code) }] },
              ],
            },
          },
        ],
      },
    ],
  });

/** The provider's webhook about a message that failed with a code. */
const statuses: Partial<Record<Provider, (code: string) => string>> = {
  'whatsapp-cloud': cloudStatus,
  '360dialog': cloudStatus,
  messagebird: (code) => `id=1&status=delivery_failed&statusErrorCode=${code}`,
  bird: (code) => {
    const [told, name, from] = code.split(' ');
    const failure = { code: Number(told), source: name && { name, code: Number(from) } };
    const payload = { id: '1', channelId: '1122', status: 'delivery_failed', failure };
    return JSON.stringify({ event: 'sms.outbound', payload });
  },
  twilio: (code) => `MessageSid=SM1&MessageStatus=failed&From=%2B15550100000&ErrorCode=${code}`,
};

afterEach(() => jest.restoreAllMocks());

test.each(rows.filter(({ told }) => told === 'answer'))(
  'gives a request that $provider refuses with $code the reason $reason',
  async ({ provider, code, reason, isAgain, isBroken }) => {
    jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(answers[provider]!(code)));
    const sent = await adapterOf(provider).send(
      outgoing({ type: 'text', text: 'Hello' }, { to }),
      connection,
    );
    expect(sent).toMatchObject({ outcome: isAgain ? 'throttled' : 'declined', reason });
    expect('channelBroken' in sent && sent.channelBroken === true).toBe(isBroken);
    const { providerCode } = sent as { providerCode?: string };
    expect(adapterOf(provider).isChannelBroken!(providerCode ?? '')).toBe(isBroken);
  },
);

test.each(rows.filter(({ told }) => told === 'status'))(
  'gives a message for which $provider reports $code the reason $reason',
  ({ provider, code, reason, isBroken }) => {
    const body = Buffer.from(statuses[provider]!(code));
    const posted = { body, contentType: '', query: '', headers: {} };
    const [found] = adapterOf(provider).parse(posted, '2026-11-21T09:00:00.000Z') as [Inbound];
    expect(found).toMatchObject({ kind: 'status', status: 'declined', statusReason: reason });
    const { providerCode } = found as { providerCode?: string };
    expect(adapterOf(provider).isChannelBroken!(providerCode ?? '')).toBe(isBroken);
  },
);

test('the table has every provider with an API, and covers every reason except `waiting`', () => {
  const asked = providers.filter((provider) => manifestOf(provider).api.url !== null);
  expect([...new Set(rows.map(({ provider }) => provider))].sort()).toEqual([...asked].sort());
  const reasons = new Set(rows.map(({ reason }) => reason));
  expect([...reasons].sort()).toEqual(statusReasons.filter((reason) => reason !== 'waiting').sort());
});
