import type { ExportEvent } from '@parley/contracts/events';
import { CommandTo } from '@parley/event-sourcing/decider/command';
import { handlerOf } from '@parley/event-sourcing/decider/handler-of';
import { exported, type ExportCommand, type ExportState } from '../domain/export';

export class ToExport extends CommandTo<ExportCommand, ExportState, ExportEvent> {}

export const ExportHandler = handlerOf(ToExport, exported, 'export');
