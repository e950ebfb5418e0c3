import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { handlersOf } from '@parley/event-sourcing/decider/command-bus';
import { BroadcastQueries } from './read/broadcast.queries';
import { EngageSettingsQueries } from './read/engage-settings.queries';
import { LedgerQueries } from './read/ledger.queries';
import { SendingQueries } from './read/sending.queries';
import { AdministerBroadcasts } from './write/administer-broadcasts';
import { BroadcastSender } from './write/broadcast-sender';
import { ToBroadcast } from './domain/broadcast';
import { ToBroadcastBatch } from './domain/broadcast-batch';
import { ToEngageSettings } from './domain/engage-settings';
import { EstimateBroadcast } from './write/estimate-broadcast';
import { PlanBroadcasts } from './write/plan-broadcasts';
import { RepeatBroadcasts } from './write/repeat-broadcasts';

/** The engage context without its controllers. The application provides the ports of `neighbours.ts`. */
@Module({
  imports: [CqrsModule],
  providers: [
    ...handlersOf(ToBroadcast, ToBroadcastBatch, ToEngageSettings),
    ...[BroadcastQueries, EngageSettingsQueries, LedgerQueries, SendingQueries],
    ...[AdministerBroadcasts, BroadcastSender, EstimateBroadcast, PlanBroadcasts, RepeatBroadcasts],
  ],
  exports: [
    ...[BroadcastQueries, EngageSettingsQueries, LedgerQueries, SendingQueries],
    ...[AdministerBroadcasts, EstimateBroadcast],
  ],
})
export class EngageModule {}
