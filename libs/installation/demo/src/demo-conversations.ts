import type { InboundPublisher } from '@parley/channels/http/inbound-publisher';
import type { Channel } from '@parley/channels/read/channels.queries';
import { demoWhatsapp } from './demo-channels';

interface Said {
  /** Age of the message in minutes at the first start of the demo. */
  minutesAgo: number;
  content: { type: string } & Record<string, unknown>;
}

interface DemoContact {
  name: string;
  /** Phone number in digits only, as WhatsApp identifies contacts. */
  phone: string;
  said: Said[];
}

const text = (minutesAgo: number, body: string): Said => ({
  minutesAgo,
  content: { type: 'text', text: { body } },
});

/** Contacts of the bike shop with the messages that they wrote in a morning; none is read yet. */
const contacts: DemoContact[] = [
  {
    name: 'Ana Ruiz',
    phone: '34612345001',
    said: [
      text(42, 'Hi, I rented two bikes for Sunday.'),
      text(41, 'Could we have a child seat on one of them?'),
      {
        minutesAgo: 40,
        content: {
          type: 'image',
          image: { id: '1001', mime_type: 'image/png', caption: 'This is the one I mean' },
        },
      },
    ],
  },
  {
    name: 'Luca Moretti',
    phone: '39345678002',
    said: [text(95, 'Do you still have the Brompton in racing green?')],
  },
  {
    name: 'Zoë van Dam',
    phone: '31612345003',
    said: [text(64, 'Hoi! Kan ik mijn fiets zaterdag ophalen?'), text(63, 'Rond elf uur zou mooi zijn.')],
  },
  {
    name: 'Björn Lindqvist',
    phone: '46701234504',
    said: [
      text(180, 'The front brake squeaks again after the service.'),
      {
        minutesAgo: 179,
        content: {
          type: 'location',
          location: { latitude: 59.3293, longitude: 18.0686, name: 'Gamla Stan', address: 'Stockholm' },
        },
      },
    ],
  },
  { name: 'Aïcha Benali', phone: '33612345005', said: [text(22, 'Thank you, the ride was wonderful 🙌')] },
  { name: 'Marta Kowalska', phone: '48512345006', said: [text(7, 'Is the trailer included in the price?')] },
];

/**
 * Publishes the messages of the demo's contacts as webhooks of its WhatsApp channel. The message ids are fixed, so
 * repeating it adds nothing.
 * @param now ISO 8601 UTC
 */
export async function playDemoConversations(
  inbound: InboundPublisher,
  channel: Channel,
  now: string,
): Promise<void> {
  for (const { name, phone, said } of contacts) {
    for (const [index, { minutesAgo, content }] of said.entries()) {
      const seconds = Math.floor(Date.parse(now) / 1000) - minutesAgo * 60;
      const value = {
        messaging_product: 'whatsapp',
        metadata: { phone_number_id: demoWhatsapp.providerAccountId },
        contacts: [{ profile: { name }, wa_id: phone }],
        messages: [
          { from: phone, id: `wamid.demo.${phone}.${index}`, timestamp: String(seconds), ...content },
        ],
      };
      const entry = [{ id: 'demo', changes: [{ field: 'messages', value }] }];
      const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
      const contentType = 'application/json';
      await inbound.publish(channel, { body, contentType, query: '', headers: {} });
    }
  }
}
