import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessModule } from '@parley/access/access.module';
import { ChannelsModule } from '@parley/channels/channels.module';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import { KnownTemplates } from '@parley/conversations/write/known-templates';
import type { Feature } from '@parley/feature/feature';
import { TeamChatModule } from '@parley/team-chat/team-chat.module';
import { TemplatesModule } from '@parley/templates/templates.module';
import { GatewayController } from './gateway.controller';
import { PublicChatsController } from './public-chats.controller';
import { SendableTemplates } from './sendable-templates';
import { SignedUrlsController } from './signed-urls.controller';
import { SpecifiedAnswers } from './specified-answers';
import { SpecifiedTeams } from './specified-teams';
import { UserSettingsController } from './user-settings.controller';

/** Implements the port of message sending that looks up templates. */
@Global()
@Module({
  imports: [TemplatesModule],
  providers: [{ provide: KnownTemplates, useClass: SendableTemplates }],
  exports: [KnownTemplates],
})
class SendableTemplatesModule {}

@Module({
  imports: [
    ...[AccessModule, ChannelsModule, ConversationsModule, CqrsModule, TeamChatModule, TemplatesModule],
    SendableTemplatesModule,
  ],
  controllers: [GatewayController, PublicChatsController, SignedUrlsController, UserSettingsController],
  providers: [SpecifiedTeams, { provide: APP_INTERCEPTOR, useClass: SpecifiedAnswers }],
})
class SpecificationModule {}

/** The API with the names and shapes of the specification: translates the responses of the contexts. */
export const specifiedApi: Feature = { http: SpecificationModule };
