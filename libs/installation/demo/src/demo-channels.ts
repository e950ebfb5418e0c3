import type { INestApplication } from '@nestjs/common';
import type { CommandBus } from '@nestjs/cqrs';
import type { ChannelConnection } from '@parley/channels/domain/channel';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { graphDouble, type GraphDouble } from '@parley/doubles/graph/graph-double';
import { doneBy } from '@parley/event-sourcing/decider/command';
import { demoShelf } from './demo-templates';

/** Path of the fake of WhatsApp's API on this server. */
const DEMO_GRAPH_PATH = '/demo/graph';

/**
 * WhatsApp channel of the demo organisation. Its secrets are public, so that readers of the documentation can sign a
 * webhook themselves. Only installations with demo users have this channel.
 */
export const demoWhatsapp = {
  id: '6d0f6f0e-58a3-4c55-9d0a-7b1f2f0c5a01',
  providerAccountId: '1122334455667',
  businessAccountId: '102290129340398',
  secrets: {
    'app-secret': 'parley-demo-app-secret',
    'verify-token': 'parley-demo-verify-token',
    'access-token': 'parley-demo-access-token',
  },
};

/** Further phone number ids that the fake accepts, for trying the dialog that connects a channel. */
export const demoNumbers = ['2233445566778', '3344556677889', '4455667788990', '5566778899001'];

/** App and account for trying WhatsApp's embedded signup, on a fake of Facebook's page. */
export const demoSignup = {
  appId: 'parley-demo-app',
  businessAccountId: '202290129340398',
  phoneNumberId: '6677889900112',
};

/** Test channel of the demo organisation; on the page /test-channel, a user plays its contact. */
export const demoTestChannel = { id: '6d0f6f0e-58a3-4c55-9d0a-7b1f2f0c5a02' };

const everybodys = { readForAll: true, mandatoryAssign: false, teamIds: [], userIds: [] };

function connectionsOf(graphUrl: string): Record<string, Omit<ChannelConnection, 'secrets'>> {
  return {
    [demoWhatsapp.id]: {
      name: 'WhatsApp',
      platform: 'whatsapp',
      provider: 'whatsapp-cloud',
      // In hours: WhatsApp's care window.
      customerCareWindowLength: 24,
      providerAccountId: demoWhatsapp.providerAccountId,
      businessAccountId: demoWhatsapp.businessAccountId,
      apiBaseUrl: graphUrl,
      ...everybodys,
    },
    [demoTestChannel.id]: {
      name: 'Test channel',
      platform: 'test',
      provider: 'test',
      customerCareWindowLength: 24,
      providerAccountId: null,
      businessAccountId: null,
      apiBaseUrl: null,
      ...everybodys,
    },
  };
}

/**
 * Connects the channels of the demo organisation. Called at every start, but changes nothing unless the address of
 * the fake has changed.
 * @returns the log position from which on views show the channels
 */
export async function seedDemoChannels(
  commands: CommandBus,
  { customerId, graphUrl }: { customerId: string; graphUrl: string },
): Promise<string> {
  const positions: string[] = [];
  for (const [id, connection] of Object.entries(connectionsOf(graphUrl))) {
    const secrets = id === demoWhatsapp.id ? demoWhatsapp.secrets : {};
    const context = doneBy('demo', { customerId, now: new Date().toISOString() });
    const { position } = await commands.execute(new ConnectChannel(id, connection, secrets, context));
    if (position) positions.push(position);
  }
  return positions.sort().at(-1) ?? '';
}

/** Mounts the fake of WhatsApp's API, which reports each message as sent, delivered and read. */
export function useDemoGraph(app: Pick<INestApplication, 'use'>, port: number): GraphDouble {
  const graph = graphDouble({
    appSecret: demoWhatsapp.secrets['app-secret'],
    signup: { appId: demoSignup.appId },
    accounts: {
      [demoSignup.businessAccountId]: [
        {
          id: demoSignup.phoneNumberId,
          display_phone_number: '+31 20 555 0199',
          verified_name: 'Harbour Bikes',
        },
      ],
      [demoWhatsapp.businessAccountId]: [demoWhatsapp.providerAccountId, ...demoNumbers].map((id, index) => ({
        id,
        display_phone_number: `+31 20 555 010${index}`,
        verified_name: 'Harbour Bikes',
      })),
    },
    accessToken: demoWhatsapp.secrets['access-token'],
    callbackUrl: `${ownUrl(port)}/ingress/whatsapp-cloud/${demoWhatsapp.id}`,
    autoStatuses: true,
    delayMs: 700,
    inventMedia: true,
  });
  graph.shelves.set(demoWhatsapp.businessAccountId, demoShelf());
  app.use(DEMO_GRAPH_PATH, graph.app);
  return graph;
}

/** @returns the address of the fake on this server */
export function demoGraphUrl(port: number): string {
  return `${ownUrl(port)}${DEMO_GRAPH_PATH}`;
}

/** @returns the address of this server, for calls from the same machine */
export function ownUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}
