import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InboundPublisher } from '@parley/channels/http/inbound-publisher';
import { channelsView } from '@parley/channels/read/channels.projector';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import { ProviderAddresses } from '@parley/channels/write/provider-addresses';
import { Accounts } from '@parley/embedded/identity/accounts';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Config } from '@parley/platform/config/config';
import { Secrets } from '@parley/platform/security/keys';
import { seedDemoApps } from './demo-apps';
import { seedDemoAssistant } from './demo-assistant';
import { demoGraphUrl, demoWhatsapp, seedDemoChannels } from './demo-channels';
import { playDemoConversations } from './demo-conversations';
import { seedDemoMailbox } from './demo-mail';
import { demoId, harbourBikes } from './demo-organisation';
import { DemoSeed } from './demo-seed';
import { seedDemoWebChat } from './demo-shop';

/**
 * Creates the data of the demo: organisations with users and channels and, at the first start, messages of contacts.
 * The application must already listen on its port.
 */
export async function seedDemo(
  app: INestApplicationContext,
  { port, demoConversations, demoGraphUrl: graphUrl = demoGraphUrl(port) }: Config,
): Promise<void> {
  const now = new Date().toISOString();
  const [commands, views] = [app.get(CommandBus), app.get(Views)];
  const isNew = await new DemoSeed(commands, app.get(Aggregates), app.get(Accounts), views).seed(now);
  const customerId = demoId(harbourBikes.domain);
  app.get(ProviderAddresses, { strict: false }).addDouble(demoWhatsapp.secrets['access-token'], graphUrl);
  const position = await seedDemoChannels(commands, { customerId, graphUrl });
  const webChat = await seedDemoWebChat(commands, app.get(Aggregates), { customerId, port });
  await seedDemoAssistant(
    { commands, aggregates: app.get(Aggregates), secrets: app.get(Secrets, { strict: false }) },
    { customerId, port },
  );
  await seedDemoApps(app, { customerId, port, now });
  const mailbox = await seedDemoMailbox(commands, customerId);
  await views.waitFor(channelsView.name, mailbox || webChat || position, 30_000);
  if (!isNew || !demoConversations) return;
  const channel = await app.get(ChannelQueries, { strict: false }).forWorker(customerId, demoWhatsapp.id);
  await playDemoConversations(app.get(InboundPublisher, { strict: false }), channel, now);
}
