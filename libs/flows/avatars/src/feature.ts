import { Module } from '@nestjs/common';
import { ChannelsModule } from '@parley/channels/channels.module';
import { ConversationsModule } from '@parley/conversations/conversations.module';
import type { Feature } from '@parley/feature/feature';
import { ContactPicture1767260000000 } from './contact-picture.migration';
import { ContactPictures } from './contact-pictures';
import { PictureFetcher } from './picture-fetcher';
import { PicturesController } from './pictures.controller';

@Module({
  imports: [ChannelsModule],
  providers: [ContactPictures, PictureFetcher],
  exports: [ContactPictures, PictureFetcher],
})
export class PicturesModule {}

@Module({
  imports: [PicturesModule, ConversationsModule],
  controllers: [PicturesController],
})
class PicturesHttpModule {}

/** Profile pictures of contacts: the worker fetches them from providers, and the inbox shows them. */
export const avatars: Feature = {
  migrations: [ContactPicture1767260000000],
  http: PicturesHttpModule,
};
