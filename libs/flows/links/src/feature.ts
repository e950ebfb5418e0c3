import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import type { Feature } from '@parley/feature/feature';
import { LinksController } from './links.controller';

@Module({ imports: [CqrsModule, ConversationsModule], controllers: [LinksController] })
class LinksModule {}

/** Counted links in messages: connects contacts and conversations. */
export const links: Feature = { http: LinksModule };
