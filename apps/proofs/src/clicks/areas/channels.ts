import { Secrets } from '@parley/platform/security/keys';
import { spareNumbers, whatsappAccount, type Office } from '../office';
import { keyed, made, post, pressed, sets, type Area } from '../presses';

export const area: Area = {
  buttons: {
    'a new test channel under one key': keyed(
      '/channels',
      () => ({ provider: 'test', name: 'Try it' }),
      'ChannelConnected',
    ),
    'a new WhatsApp channel': async (office) => {
      const channels = await connected(office);
      for (const channel of channels) await office.press(post(`/channels/${channel}/disconnect`, {}));
      const verifyToken = (n: number) => `verify-token-${n}-${channels.length}`;
      return {
        press: (n) =>
          post('/channels', {
            ...{ provider: 'whatsapp-cloud', name: 'Us' },
            credentials: { ...whatsappAccount, verifyToken: verifyToken(n) },
          }),
        makes: 'ChannelConnected',
        others: ['channel_account_taken'],
        check: async (answers) => {
          const winner = answers.findIndex(({ told }) => told === 'ok');
          const { id: channelId } = answers[winner]!.body as { id: string };
          const kept = await office.app
            .get(Secrets, { strict: false })
            .get(office.customerId, channelId, 'verify-token');
          if (kept !== verifyToken(winner)) throw new Error('A refused one has left its secret.');
        },
      };
    },
    'a new WhatsApp channel under one key': async (office) => {
      for (const channel of await connected(office)) {
        await office.press(post(`/channels/${channel}/disconnect`, {}));
      }
      const credentials = { ...whatsappAccount, verifyToken: 'verify-token' };
      const body = { provider: 'whatsapp-cloud', name: 'Us', credentials };
      return keyed('/channels', () => body, 'ChannelConnected')(office);
    },
    'disconnect of a channel': async (office) => {
      const { id: channel } = await made(office, post('/channels', { provider: 'test', name: 'Try it' }));
      return pressed(post(`/channels/${channel}/disconnect`, {}), 'ChannelDisconnected');
    },
    'connect one of two channels again, with room for one': async (office) => {
      await limitWhatsapp(office, -1);
      const channels = await Promise.all(spareNumbers.map((number) => spareChannel(office, number)));
      for (const { id: channel } of channels) await made(office, post(`/channels/${channel}/disconnect`, {}));
      const { rows } = await office.database.query<{ taken: number }>(
        `select count(*)::int as taken from channels.channel where customer_id = $1
            and set_up ->> 'platform' = 'whatsapp' and (set_up ->> 'isConnected')::boolean`,
        [office.customerId],
      );
      await limitWhatsapp(office, rows[0]!.taken + 1);
      return {
        press: (n) => post(`/channels/${channels[n % 2]!.id}/connect`, {}),
        makes: 'ChannelConnected',
        others: ['ok', 'channel_limit_reached'],
        check: () => limitWhatsapp(office, -1),
      };
    },
  },
  unpressed: {
    'PATCH /channels/:id': sets,
    'PUT /channels/:id/members': sets,
    'POST /channels/:id/identities': 'a sender has one id by its account, which claims keep to one channel',
    'DELETE /channels/:id/identities/:identityId': 'removes what has one id, once',
    'POST /channels/:id/credentials': 'replaces what is kept: the last one holds, as each of them was told',
    'POST /channels/embedded-signup':
      'holds a code that Meta takes once; what it connects is pressed as a new WhatsApp channel',
    'POST /channels/check': 'asks the provider, and changes nothing',
    'POST /channels/:id/test': 'asks the provider, and notes the quality that it tells of once',
    'POST /channels/:id/mailbox/check':
      'signs in and sends a test to the mailbox itself; presses at once share one check',
  },
};

async function limitWhatsapp(office: Office, value: number): Promise<void> {
  await office.happens((story) => story.setting({ name: 'embeddedSignupLimit', value }));
}

/** Connects a WhatsApp channel with a phone number that no other test uses. */
async function spareChannel(office: Office, phoneNumberId: string): Promise<{ id: string }> {
  const { rows } = await office.database.query<{ id: string }>(
    `select id from channels.channel where customer_id = $1 and provider_account_id = $2`,
    [office.customerId, phoneNumberId],
  );
  if (rows[0]) {
    await made(office, post(`/channels/${rows[0].id}/connect`, {}));
    return rows[0];
  }
  const credentials = { ...whatsappAccount, phoneNumberId, verifyToken: 'verify-token' };
  return made(office, post('/channels', { provider: 'whatsapp-cloud', name: 'Spare', credentials }));
}

async function connected(office: Office): Promise<string[]> {
  const { rows } = await office.database.query<{ id: string }>(
    `select id from channels.channel where customer_id = $1 and set_up ->> 'providerAccountId' = $2`,
    [office.customerId, whatsappAccount.phoneNumberId],
  );
  return rows.map((row) => row.id);
}
