import type { ChannelResponse } from '@parley/contracts/api/channels';
import {
  addresseeOf,
  choicesOf,
  chosenOf,
  emailOf,
  heldByColleague,
  lackOf,
  nationalPhoneOf,
  type Addressee,
} from './start-values';

const now = Date.parse('2026-11-14T10:00:00.000Z');
const channel = (id: string, more: Partial<ChannelResponse> = {}) =>
  ({
    id,
    name: id,
    platform: 'whatsapp',
    provider: 'whatsapp-cloud',
    customerCareWindowLength: 24,
    isConnected: true,
    ...more,
  }) as ChannelResponse;
const ana = (more: object = {}): Addressee => ({
  known: {
    ...{ id: 'ana', name: 'Ana', phone: '+34612345678', email: null, isBlocked: false },
    conversations: [
      {
        ...{ id: 'chat', channelId: 'sales', status: 'open', assignedUserId: 'tom' },
        lastInboundMessageTime: '2026-11-14T09:00:00.000Z',
      },
    ],
    ...more,
  },
});

it('accepts a complete phone number or e-mail address in any format', () => {
  expect(addresseeOf(' 0034 (612) 345-678 ')).toMatchObject({ phone: '+34612345678' });
  expect(addresseeOf('ana@example.org')).toMatchObject({ email: 'ana@example.org' });
  expect(addresseeOf('612 345')).toBeNull();
  expect(addresseeOf('Ana')).toBeNull();
});

it('accepts a phone number without a country code once it is long enough', () => {
  expect(nationalPhoneOf(' 06 1234-5678 ')).toEqual({ known: null, phone: '06 1234-5678', email: null });
  expect(nationalPhoneOf('612 345')).toBeNull();
  expect(nationalPhoneOf('Ana 612345678')).toBeNull();
});

it('lists the channel on which the user wrote with the contact first, then the one used last', () => {
  const channels = [
    channel('a'),
    channel('support'),
    channel('sales'),
    channel('off', { isConnected: false }),
  ];
  const idsFor = (to: Addressee | null) =>
    choicesOf(channels, to, { lastChannelId: 'support', now }).map(({ channel: { id } }) => id);
  expect(idsFor(ana())).toEqual(['sales', 'support', 'a']);
  expect(idsFor(null)).toEqual(['support', 'a', 'sales']);
});

it('chooses a channel on which a conversation can begin, and a test channel only if there is no other', () => {
  const webChat = channel('web', { platform: 'web', provider: 'web-chat' });
  const channels = [webChat, channel('try', { platform: 'test', provider: 'test' }), channel('sales')];
  const chosenFor = (to: Addressee | null, wanted: string | null = null) => {
    const choices = choicesOf(channels, to, { lastChannelId: 'web', now });
    return chosenOf(choices, wanted)?.channel.id;
  };
  expect(chosenFor(null)).toBe('sales');
  expect(chosenFor(addresseeOf('+34612345679'))).toBe('sales');
  expect(chosenFor(null, 'try')).toBe('try');
});

it('names what a message still lacks', () => {
  const [sales] = choicesOf([channel('sales')], ana(), { lastChannelId: null, now });
  const message = {
    to: ana(),
    channel: sales!,
    isTemplate: false,
    hasTemplate: false,
    hasFiles: false,
    text: 'Hello',
  };
  expect(lackOf({ ...message, to: null })).toBe('to');
  expect(lackOf({ ...message, text: ' ' })).toBe('message');
  expect(lackOf({ ...message, text: ' ', hasFiles: true })).toBeNull();
  expect(lackOf({ ...message, isTemplate: true })).toBe('template');
  expect(lackOf({ ...message, isTemplate: true, hasTemplate: true })).toBeNull();
  expect(lackOf(message)).toBeNull();
});

it('sends a first e-mail with its copy recipients, as HTML and text, and signed unless the writer opts out', () => {
  const copies = { cc: [{ address: 'boss@example.org' }], bcc: [] };
  const mail = { ...copies, subject: ' Bike ', html: '<p><b>Hi</b></p>', text: 'Hi\n', isSigned: true };
  const signed = { signature: '<p>Tom</p>', files: [] };
  const to = ana({ email: 'ana@example.org' });
  expect(emailOf(to, mail, signed)).toEqual({
    ...{ subject: 'Bike', to: [{ address: 'ana@example.org', name: 'Ana' }], cc: copies.cc },
    ...{ html: '<p><b>Hi</b></p><div><p>Tom</p></div>', text: 'Hi' },
  });
  expect(emailOf(to, { ...mail, html: null, isSigned: false }, signed).html).toBe('<p>Hi</p>');
  expect(emailOf(to, { ...mail, html: null, text: '' }, { files: [] })).not.toHaveProperty('html');
});

it.each([
  ['within the window', ana(), channel('sales'), 'reachable'],
  ['who never wrote there', ana(), channel('support'), 'template-only'],
  [
    'on a platform where contacts write first',
    ana(),
    channel('bot', { platform: 'telegram', provider: 'telegram' }),
    'must-write-first',
  ],
  ['without a phone', ana({ phone: null }), channel('sales'), 'no-phone'],
  ['who is blocked', ana({ isBlocked: true }), channel('sales'), 'blocked'],
])('decides whether a contact %s can be reached', (_, to, on, reach) => {
  expect(choicesOf([on], to, { lastChannelId: null, now })).toEqual([{ channel: on, reach }]);
});

it('finds the open conversation of a colleague, unless it is assigned to the user or to the requested assignee', () => {
  const held = (on: string, user: string, toUserId: string | null = null) =>
    heldByColleague(ana(), channel(on), { userId: user, toUserId });
  const tom = { id: 'chat', assignedUserId: 'tom' };
  expect(held('sales', 'eva')).toEqual({ ...tom, bars: true });
  expect(held('sales', 'eva', 'tom')).toBeNull();
  expect(held('sales', 'tom')).toBeNull();
  expect(held('support', 'eva')).toBeNull();
  // Each first e-mail begins a new conversation, so the colleague's one does not prevent it.
  const mailbox = channel('sales', { platform: 'email', provider: 'email' });
  expect(heldByColleague(ana(), mailbox, { userId: 'eva', toUserId: null })).toEqual({ ...tom, bars: false });
});
