import type { AssetEvent } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import type { Decider } from '@parley/event-sourcing/decider/decider';

export type AssetCommand = { type: 'Upload' } & Extract<AssetEvent, { type: 'AssetUploaded' }>['data'];

/** The uploaded file; null before the upload is recorded. */
export type AssetState = Extract<AssetEvent, { type: 'AssetUploaded' }>['data'] | null;

/** A file that an agent uploads for a conversation. */
export const asset: Decider<AssetCommand, AssetState, AssetEvent> = {
  initialState: null,
  decide: ({ type: _type, ...data }, state) => (state ? [] : [{ type: 'AssetUploaded', data }]),
  evolve: (_state, event) => event.data,
};

export class ToAsset extends commandTo(asset, 'asset') {}
