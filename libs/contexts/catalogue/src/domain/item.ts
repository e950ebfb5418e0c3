import type { DataOf, DomainEvent, EventType, SettingsCategory } from '@parley/contracts/events';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

type FactName = 'Created' | 'Changed' | 'Deleted' | 'Merged';
type FactOf<Kind extends string, What extends FactName> = `${Capitalize<Kind>}${What}`;

/** Settings entities with the events `…Created`, `…Changed` and `…Deleted`, named after their stream category. */
export type ItemKind = {
  [C in SettingsCategory]: FactOf<C, 'Created' | 'Changed' | 'Deleted'> extends EventType ? C : never;
}[SettingsCategory];
/** Settings entities that can be merged, and whose names are unique in an organisation. */
export type MarkKind = 'tag' | 'label';
export type PlainKind = Exclude<ItemKind, MarkKind>;
export type ContentOf<Kind extends ItemKind> = DataOf<FactOf<Kind, 'Created'>>;
export type EventOf<Kind extends ItemKind> = Extract<DomainEvent, { type: FactOf<Kind, FactName> }>;

/** Returns an event type: `QuickReplyCreated` for `factOf('quickReply', 'Created')`. */
export function factOf(kind: ItemKind, what: FactName): string {
  return `${kind[0]!.toUpperCase()}${kind.slice(1)}${what}`;
}

export type ItemCommand<Kind extends ItemKind> =
  | { type: 'Create'; content: ContentOf<Kind> }
  /** Fields that are left out keep their values. */
  | { type: 'Change'; changes: Partial<ContentOf<Kind>> }
  | { type: 'Delete' }
  | (Kind extends MarkKind ? { type: 'Merge'; id: string; intoId: string } : never);

export interface ItemState<Kind extends ItemKind> {
  /** Null before creation; kept after deletion and after a merge. */
  content: ContentOf<Kind> | null;
  isDeleted: boolean;
  mergedInto: string | null;
}

/** Decider of a settings entity. Only tags and labels can be merged. */
export function itemOf<Kind extends ItemKind>(
  kind: Kind,
): Decider<ItemCommand<Kind>, ItemState<Kind>, EventOf<Kind>> {
  type State = ItemState<Kind>;
  const fact = (what: FactName, data: object) =>
    ({ type: factOf(kind, what), data }) as unknown as EventOf<Kind>;
  return {
    initialState: { content: null, isDeleted: false, mergedInto: null },

    decide(ofKind, state) {
      const command = ofKind as ItemCommand<ItemKind>;
      if (command.type === 'Create') return state.content ? [] : [fact('Created', command.content)];
      if (command.type === 'Delete' && state.isDeleted) return [];
      if (command.type === 'Merge' && state.mergedInto === command.intoId) return [];
      if (!isThere(state)) throw new NotFound();
      switch (command.type) {
        case 'Change': {
          const changed = { ...state.content, ...command.changes };
          return isSame(changed, state.content) ? [] : [fact('Changed', changed)];
        }
        case 'Delete':
          return [fact('Deleted', {})];
        case 'Merge':
          if (command.intoId === command.id) throw new Rejected('merge_into_itself');
          return [fact('Merged', { intoId: command.intoId })];
      }
    },

    evolve(state: State, event): State {
      const { type, data } = event as { type: string; data: unknown };
      switch (type.slice(kind.length)) {
        case 'Created':
        case 'Changed':
          return { ...state, content: data as State['content'] };
        case 'Deleted':
          return { ...state, isDeleted: true };
        case 'Merged':
          return { ...state, mergedInto: (data as { intoId: string }).intoId };
        default:
          return state;
      }
    },
  };
}

/** Whether the entity was created, and neither deleted nor merged into another. */
export function isThere<Kind extends ItemKind>(
  state: ItemState<Kind>,
): state is ItemState<Kind> & { content: ContentOf<Kind> } {
  return state.content !== null && !state.isDeleted && state.mergedInto === null;
}

function isSame(a: object, b: object): boolean {
  return Object.entries(a).every(([field, value]) => (b as Record<string, unknown>)[field] === value);
}
