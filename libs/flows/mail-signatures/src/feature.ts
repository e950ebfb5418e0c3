import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessModule } from '@parley/access/access.module';
import { SignatureSanitizer } from '@parley/access/write/signature-sanitizer';
import { ChannelsModule } from '@parley/channels/channels.module';
import type { Feature } from '@parley/feature/feature';
import { MailSignaturesController } from './mail-signatures.controller';

@Module({
  imports: [CqrsModule, AccessModule, ChannelsModule],
  controllers: [MailSignaturesController],
  providers: [SignatureSanitizer],
})
class MailSignaturesModule {}

/** Lets users have their own signature for a mailbox: connects users and channels. */
export const mailSignatures: Feature = { http: MailSignaturesModule };
