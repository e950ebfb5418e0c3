import { Module } from '@nestjs/common';
import { PushClient } from './push-client';
import { PushDevices } from './push-devices';
import { PushQueue } from './push-queue';
import { PushSender } from './push-sender';

@Module({
  providers: [PushClient, PushDevices, PushQueue, PushSender],
  exports: [PushClient, PushDevices, PushQueue],
})
export class PushModule {}
