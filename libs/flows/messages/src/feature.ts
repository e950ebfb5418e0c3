import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ChannelsModule } from '@parley/channels/channels.module';
import { MailRate } from '@parley/channels/email/mail-rate';
import { InboundPublisher } from '@parley/channels/http/inbound-publisher';
import { ContactsModule } from '@parley/contacts/contacts.module';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import type { Feature } from '@parley/feature/feature';
import { ParkedMessages } from '@parley/platform/bus/parked-messages';
import { TemplatesModule } from '@parley/templates/templates.module';
import { TemplateProviders } from '@parley/templates/write/template-providers';
import { PicturesModule } from '@parley/avatars/feature';
import { BroadcastConsumer } from './broadcast.consumer';
import { ChannelTemplates } from './channel-templates';
import { InboundConsumer } from './inbound.consumer';
import { MailThreads } from './mail-threads';
import { MediaConsumer } from './media.consumer';
import { OutboundConsumer } from './outbound.consumer';
import { SentMessages } from './sent-messages';
import { UnknownAccounts } from './unknown-accounts';

/** Implements ports of other contexts by calling providers. */
@Global()
@Module({
  imports: [ChannelsModule],
  providers: [{ provide: TemplateProviders, useClass: ChannelTemplates }],
  exports: [TemplateProviders],
})
class ProvidersModule {}

@Module({
  imports: [
    ...[CqrsModule, ChannelsModule, ContactsModule, ConversationsModule, TemplatesModule],
    ProvidersModule,
    PicturesModule,
  ],
  providers: [
    ...[BroadcastConsumer, InboundConsumer, MediaConsumer, OutboundConsumer],
    ...[InboundPublisher, MailRate, MailThreads, ParkedMessages, SentMessages, UnknownAccounts],
  ],
})
class DeliveryModule {}

/** Receives messages from providers into the log, and sends queued messages to providers. */
export const messages: Feature = {
  module: DeliveryModule,
  http: ProvidersModule,
  consumers: [BroadcastConsumer, InboundConsumer, MediaConsumer, OutboundConsumer],
};
