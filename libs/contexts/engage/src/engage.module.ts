import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { BroadcastQueries } from './read/broadcast.queries';
import { EngageSettingsQueries } from './read/engage-settings.queries';
import { LedgerQueries } from './read/ledger.queries';
import { SendingQueries } from './read/sending.queries';
import { AdministerBroadcasts } from './write/administer-broadcasts';
import { BroadcastSender } from './write/broadcast-sender';
import { BroadcastBatchHandler, BroadcastHandler, EngageSettingsHandler } from './write/engage.handlers';
import { EstimateBroadcast } from './write/estimate-broadcast';
import { PlanBroadcasts } from './write/plan-broadcasts';
import { RepeatBroadcasts } from './write/repeat-broadcasts';

/** The engage context without its controllers. The application provides the ports of `neighbours.ts`. */
@Module({
  imports: [CqrsModule],
  providers: [
    ...[BroadcastBatchHandler, BroadcastHandler, EngageSettingsHandler],
    ...[BroadcastQueries, EngageSettingsQueries, LedgerQueries, SendingQueries],
    ...[AdministerBroadcasts, BroadcastSender, EstimateBroadcast, PlanBroadcasts, RepeatBroadcasts],
  ],
  exports: [
    ...[BroadcastQueries, EngageSettingsQueries, LedgerQueries, SendingQueries],
    ...[AdministerBroadcasts, EstimateBroadcast],
  ],
})
export class EngageModule {}
