import { Module } from '@nestjs/common';
import { AccessHttpModule } from '@parley/access/http/access-http.module';
import { CatalogueHttpModule } from '@parley/catalogue/http/catalogue-http.module';
import { AuditHttpModule } from '@parley/audit/http/audit-http.module';
import { ChannelsHttpModule } from '@parley/channels/http/channels-http.module';
import { ContactsHttpModule } from '@parley/contacts/http/contacts-http.module';
import { ConversationsHttpModule } from '@parley/conversations/http/conversations-http.module';
import { ParkedMessages } from '@parley/platform/bus/parked-messages';
import { ParkedController } from '@parley/platform/bus/parked.controller';
import { FilesController } from '@parley/platform/storage/files.controller';

/** Answers the web client and everybody who calls the REST API. */
@Module({
  imports: [
    AccessHttpModule,
    AuditHttpModule,
    CatalogueHttpModule,
    ChannelsHttpModule,
    ContactsHttpModule,
    ConversationsHttpModule,
  ],
  controllers: [FilesController, ParkedController],
  providers: [ParkedMessages],
})
export class ApiModule {}
