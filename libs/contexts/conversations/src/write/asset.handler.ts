import type { AssetEvent } from '@parley/contracts/events';
import { CommandTo } from '@parley/event-sourcing/decider/command';
import { handlerOf } from '@parley/event-sourcing/decider/handler-of';
import { asset, type AssetCommand, type AssetState } from '../domain/asset';

/** The command envelope for one uploaded file. */
export class ToAsset extends CommandTo<AssetCommand, AssetState, AssetEvent> {}

export const AssetHandler = handlerOf(ToAsset, asset, 'asset');
