import type { IpWhitelistEvent } from '@parley/contracts/events';
import { commandTo, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';
import { isCovered, normalPattern } from './address-pattern';

interface Entry {
  name: string;
  address: string;
}

export type IpWhitelistCommand =
  /** `ownAddress`: the address of the user, because a change after which no entry covers it is rejected. */
  | ({ type: 'Add' | 'Change'; entryId: string; ownAddress?: string } & Entry)
  /** Removing the last entry allows all addresses again, so `switchOff` has to confirm it. */
  | { type: 'Remove'; entryId: string; ownAddress?: string; switchOff: boolean }
  | { type: 'Clear' };

export interface IpWhitelistState {
  entries: ReadonlyMap<string, Entry>;
}

/**
 * The network addresses from which an organisation's users may use Parley. Without entries, all addresses are
 * allowed.
 */
export const ipWhitelist: Decider<IpWhitelistCommand, IpWhitelistState, IpWhitelistEvent> = {
  initialState: { entries: new Map() },

  decide(command, { entries }) {
    switch (command.type) {
      case 'Add':
        return entries.has(command.entryId) ? [] : add(command, entries);
      case 'Change':
        return change(command, entries);
      case 'Remove':
        return remove(command, entries);
      case 'Clear':
        return entries.size === 0 ? [] : [{ type: 'IpWhitelistCleared', data: {} }];
    }
  },

  evolve({ entries }, event) {
    const next = new Map(entries);
    switch (event.type) {
      case 'IpWhitelistEntryAdded':
      case 'IpWhitelistEntryChanged': {
        const { entryId, name, address } = event.data;
        next.set(entryId, { name, address });
        break;
      }
      case 'IpWhitelistEntryRemoved':
        next.delete(event.data.entryId);
        break;
      case 'IpWhitelistCleared':
        next.clear();
    }
    return { entries: next };
  },
};

/** The envelope for the whitelist, whose id is that of its organisation. */
export class ToIpWhitelist extends commandTo(ipWhitelist, 'ipWhitelist') {
  constructor(command: IpWhitelistCommand, context: CommandContext) {
    super(context.customerId, command, context);
  }
}

/** The allowed address patterns; empty if all addresses are allowed. */
export function patternsOf({ entries }: IpWhitelistState): string[] {
  return [...entries.values()].map(({ address }) => address);
}

type Entries = IpWhitelistState['entries'];
type Of<Type> = Extract<IpWhitelistCommand, { type: Type }>;

function add(
  { entryId, name, address, ownAddress }: Of<'Add' | 'Change'>,
  entries: Entries,
): IpWhitelistEvent[] {
  if (entries.has(entryId)) return [];
  const pattern = requirePattern(address, entries);
  if (entries.size === 0 && !isCovered([pattern], ownAddress)) {
    throw new Rejected('ip_own_address_first', ownAddress);
  }
  return [{ type: 'IpWhitelistEntryAdded', data: { entryId, name, address: pattern } }];
}

function change(
  { entryId, name, address, ownAddress }: Of<'Add' | 'Change'>,
  entries: Entries,
): IpWhitelistEvent[] {
  const known = entries.get(entryId);
  if (!known) throw new NotFound();
  const others = without(entryId, entries);
  const pattern = requirePattern(address, others);
  if (known.name === name && known.address === pattern) return [];
  requireWayIn([pattern, ...addressesOf(others)], ownAddress);
  return [{ type: 'IpWhitelistEntryChanged', data: { entryId, name, address: pattern } }];
}

function remove({ entryId, ownAddress, switchOff }: Of<'Remove'>, entries: Entries): IpWhitelistEvent[] {
  if (!entries.has(entryId)) throw new NotFound();
  const others = without(entryId, entries);
  if (others.size > 0) requireWayIn(addressesOf(others), ownAddress);
  else if (!switchOff) throw new Rejected('ip_last_entry');
  return [{ type: 'IpWhitelistEntryRemoved', data: { entryId } }];
}

function requirePattern(address: string, others: Entries): string {
  const pattern = normalPattern(address);
  if (pattern === null) throw new Rejected('ip_address_invalid');
  if (addressesOf(others).includes(pattern)) throw new Rejected('ip_address_taken');
  return pattern;
}

function requireWayIn(patterns: string[], ownAddress: string | undefined): void {
  if (!isCovered(patterns, ownAddress)) throw new Rejected('ip_locks_you_out', ownAddress);
}

function without(entryId: string, entries: Entries): Entries {
  return new Map([...entries].filter(([id]) => id !== entryId));
}

function addressesOf(entries: Entries): string[] {
  return [...entries.values()].map(({ address }) => address);
}
