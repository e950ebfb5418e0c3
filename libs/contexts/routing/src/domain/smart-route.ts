import type { SmartRouteContent, SmartRouteEvent } from '@parley/contracts/events';
import { faultIn } from '@parley/contracts/routing/smart-route-rules';
import { compileLinear } from '@parley/contracts/routing/linear-patterns';
import { commandTo } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

export type SmartRouteCommand =
  | { type: 'Create'; content: SmartRouteContent }
  /** `version`: the version that the user saw; absent if any version may be changed. */
  | { type: 'Revise'; changes: Partial<SmartRouteContent>; version?: number }
  | { type: 'Restore'; version: number }
  | { type: 'Delete' };

export interface SmartRouteState {
  /** The content of each version; version 1 is at index 0. */
  versions: readonly SmartRouteContent[];
  isDeleted: boolean;
}

/** A rule for incoming messages. Every change creates a version, and every version can be restored. */
export const smartRoute: Decider<SmartRouteCommand, SmartRouteState, SmartRouteEvent> = {
  initialState: { versions: [], isDeleted: false },

  decide(command, { versions, isDeleted }) {
    if (command.type === 'Create') {
      if (versions.length > 0) return [];
      requireRule(command.content);
      return [{ type: 'SmartRouteCreated', data: command.content }];
    }
    if (command.type === 'Delete' && isDeleted) return [];
    const current = versions.at(-1);
    if (!current || isDeleted) throw new NotFound();
    switch (command.type) {
      case 'Revise': {
        const content = { ...current, ...command.changes };
        if (isSame(content, current)) return [];
        if (command.version !== undefined && command.version !== versions.length)
          throw new Rejected('route_changed');
        requireRule(content);
        return [{ type: 'SmartRouteRevised', data: { ...content, restores: null } }];
      }
      case 'Restore': {
        const content = versions[command.version - 1];
        if (!content) throw new NotFound();
        if (isSame(content, current)) return [];
        return [{ type: 'SmartRouteRevised', data: { ...content, restores: command.version } }];
      }
      case 'Delete':
        return [{ type: 'SmartRouteDeleted', data: {} }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'SmartRouteCreated':
      case 'SmartRouteRevised':
        return { ...state, versions: [...state.versions, contentOf(event.data)] };
      case 'SmartRouteDeleted':
        return { ...state, isDeleted: true };
    }
  },
};

export class ToSmartRoute extends commandTo(smartRoute, 'smartRoute') {}

/** The content of a rule, without the other fields of an event's data. */
export function contentOf({ title, isOn, conditions, actions }: SmartRouteContent): SmartRouteContent {
  return { title, isOn, conditions, actions };
}

/** @throws Rejected with the code of the fault that `faultIn` finds */
export function requireRule(content: SmartRouteContent): void {
  const fault = faultIn(content, compileLinear);
  if (fault) throw new Rejected(fault.code, fault.detail);
}

function isSame(a: SmartRouteContent, b: SmartRouteContent): boolean {
  return JSON.stringify(contentOf(a), inOrder) === JSON.stringify(contentOf(b), inOrder);
}

/** Sorts the keys of objects, so that the order of fields makes no difference. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
