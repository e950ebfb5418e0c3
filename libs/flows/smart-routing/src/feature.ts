import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ContactsModule } from '@parley/contacts/contacts.module';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import type { Feature } from '@parley/feature/feature';
import { RoutingModule } from '@parley/routing/routing.module';
import { TemplatesModule } from '@parley/templates/templates.module';
import { JobsModule } from '@parley/jobs/jobs.module';
import { BackTest1767420000000 } from './back-test/back-test.migration';
import { BackTestKind } from './back-test/back-test.kind';
import { BackTestStore } from './back-test/back-test-store';
import { BackTestsController } from './back-test/back-tests.controller';
import { BackTests } from './back-test/back-tests';
import { PastMessages } from './back-test/past-messages';
import { ContactDeedsReaction } from './contact-deeds.reaction';
import { DecisionsController } from './decisions.controller';
import { RouteMessageReaction } from './route-message.reaction';
import { RouteUses } from './route-uses';
import { Rotas } from './sharing/rotas';
import { Sharing } from './sharing/sharing';
import { TeamQueries } from './sharing/team-queries';

@Module({
  imports: [CqrsModule, ContactsModule, ConversationsModule, JobsModule, RoutingModule],
  providers: [
    ...[BackTestKind, BackTestStore, BackTests, PastMessages],
    ...[ContactDeedsReaction, RouteMessageReaction, Rotas, Sharing, TeamQueries],
  ],
  exports: [BackTests],
})
class RoutingConversationsModule {}

@Module({
  imports: [
    ...[ContactsModule, ConversationsModule, RoutingConversationsModule, RoutingModule, TemplatesModule],
  ],
  controllers: [BackTestsController, DecisionsController],
  providers: [RouteUses],
})
class RoutingConversationsHttpModule {}

/** Rules for incoming messages, and back-tests of rules: connects messages, conversations and contacts. */
export const smartRouting: Feature = {
  module: RoutingConversationsModule,
  http: RoutingConversationsHttpModule,
  migrations: [BackTest1767420000000],
  jobs: [BackTestKind],
  reactions: [ContactDeedsReaction, RouteMessageReaction],
  work: [Sharing],
};
