import { useEffect, useEffectEvent } from 'react';
import { usePreference } from '../../../lib/preferences';
import { CHORD_MS, commandOf, ownsKeys, type Command } from './bindings';
import { KeyQueue } from './key-queue';

type Handlers = Partial<Record<Command, () => void>>;

interface Registered {
  /** @returns whether it does that */
  run: (command: Command) => boolean;
  does: () => Command[];
}

const registered = new Set<Registered>();
/** What comes before all others, whenever it was mounted. */
const first = new Set<Registered>();
const inOrder = () => [...registered, ...first].reverse();

/** What can be done just now; not to be asked while rendering. */
export function availableCommands(): Command[] {
  return [...new Set(inOrder().flatMap(({ does }) => does()))];
}

/** @returns whether there was anything to do */
export function runCommand(command: Command): boolean {
  return inOrder().some(({ run }) => run(command));
}

/** Keys wait for where one goes, and for what of it is on its way. */
const keys = new KeyQueue(runCommand);

/** From now on keys are meant for what is not on the screen yet, and must not meet what still is. */
export function holdKeys(): void {
  keys.leave();
}

/** What one went to is on the screen. */
export function releaseKeys(): void {
  keys.arrive();
}

/** What takes keys is on its way: they wait for it, until it is there or has failed. */
export function useAwaitKeys(isOnItsWay: boolean): void {
  useEffect(() => (isOnItsWay ? keys.await() : undefined), [isOnItsWay]);
}

/** Does something when a key asks for it. The component mounted last comes first. */
export function useCommands(handlers: Handlers, { isFirst = false } = {}): void {
  const run = useEffectEvent((command: Command) => {
    const handler = handlers[command];
    handler?.();
    return handler !== undefined;
  });
  const does = useEffectEvent(() =>
    (Object.keys(handlers) as Command[]).filter((command) => handlers[command] !== undefined),
  );
  useEffect(() => {
    const entry = { run: (command: Command) => run(command), does: () => does() };
    const among = isFirst ? first : registered;
    among.add(entry);
    return () => void among.delete(entry);
  }, [isFirst]);
}

/** Listens to the keys, unless they are switched off. Once per page. */
export function useKeyboard(): void {
  const [isOn] = usePreference('shortcuts');
  // With a modifier it is nobody's typing: also in a field, and where single keys are switched off.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPalette = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey;
      if (!isPalette || event.defaultPrevented || event.shiftKey) return;
      if (runCommand('palette')) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  useEffect(() => {
    if (!isOn) return;
    let previous: { key: string; at: number } | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      if (event.key === 'Enter' || ownsKeys(event.target)) return;
      const isChord = previous !== null && event.timeStamp - previous.at < CHORD_MS;
      const command = commandOf(event.key, isChord && previous ? previous.key : null);
      previous = command === 'chord' ? { key: event.key, at: event.timeStamp } : null;
      if (command === null || command === 'chord') return;
      if (keys.press(command)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
