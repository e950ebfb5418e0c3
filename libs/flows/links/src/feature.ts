import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import type { Feature } from '@parley/feature/feature';
import { LinksController } from './links.controller';

@Module({ imports: [CqrsModule, ConversationsModule], controllers: [LinksController] })
class LinksModule {}

/** Links of ours in messages, whose clicks are counted: of contacts and conversations together. */
export const links: Feature = { http: LinksModule };
