import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { usePreference } from '../../lib/preferences';
import { CHORD_MS, commandOf, keyOf, ownsKeys, type Bindings, type Command } from './commands';
import { dropLetters, holdLetters } from './held-letters';
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

/** Commands of the page that is open that open a field. */
let openers: readonly Command[] = [];

/** Keys wait for where one goes, and for what of it is on its way. The next one meets what the last one has opened. */
const keys = new KeyQueue({
  run: (command) => flushSync(() => runCommand(command)),
  opensField: (command) => openers.includes(command),
  holdLetters: () => {
    dropLetters();
    return holdLetters();
  },
});

/** From now on keys are meant for what is not on the screen yet, and must not meet what still is. */
export function holdKeys(): void {
  keys.leave();
}

/** What one went to is on the screen. */
export function releaseKeys(): void {
  keys.arrive();
}

/** What stands beside the page's own conversation: the keys are the page's. */
export const HasNoKeys = createContext(false);

/** What takes keys is on its way: they wait for it, until it is there or has failed. */
export function useAwaitKeys(isOnItsWay: boolean): void {
  const hasNoKeys = useContext(HasNoKeys);
  const isAwaited = isOnItsWay && !hasNoKeys;
  useEffect(() => (isAwaited ? keys.await() : undefined), [isAwaited]);
}

/** Does something when a key asks for it. The component mounted last comes first. */
export function useCommands(handlers: Handlers, { isFirst = false } = {}): void {
  const hasNoKeys = useContext(HasNoKeys);
  const run = useEffectEvent((command: Command) => {
    const handler = handlers[command];
    handler?.();
    return handler !== undefined;
  });
  const does = useEffectEvent(() =>
    (Object.keys(handlers) as Command[]).filter((command) => handlers[command] !== undefined),
  );
  useEffect(() => {
    if (hasNoKeys) return;
    const entry = { run: (command: Command) => run(command), does: () => does() };
    const among = isFirst ? first : registered;
    among.add(entry);
    return () => void among.delete(entry);
  }, [isFirst, hasNoKeys]);
}

interface FieldOnItsWayProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/**
 * In the place of a field that one has asked for: what is typed is kept for it, and is no command. Escape gives it up.
 */
export function FieldOnItsWay({ isOpen, onOpenChange }: FieldOnItsWayProps) {
  useEffect(() => {
    if (!isOpen) return;
    const [stopAwaiting, stopHolding] = [keys.awaitField(), holdLetters()];
    return () => {
      stopAwaiting();
      stopHolding();
    };
  }, [isOpen]);
  const giveUp = () => {
    dropLetters();
    onOpenChange(false);
  };
  useCommands({ back: isOpen ? giveUp : undefined });
  return null;
}

interface KeyboardOptions {
  bindings: Bindings;
  /** Commands that open a field. */
  openers: readonly Command[];
}

/** Listens to the keys of a page, unless they are switched off. Once per page. @param options the same objects each time */
export function useKeyboard(options: KeyboardOptions): void {
  const { bindings } = options;
  const [isOn] = usePreference('shortcuts');
  useEffect(() => {
    openers = options.openers;
  }, [options.openers]);
  // With a modifier it is nobody's typing: also in a field, and where single keys are switched off.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPalette = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey;
      if (!isPalette || event.defaultPrevented || event.shiftKey) return;
      if (keys.press('palette')) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  useEffect(() => {
    if (!isOn) return;
    let previous: { key: string; at: number } | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const key = keyOf(event);
      if (key === null || key === 'Enter' || ownsKeys(event.target)) return;
      const isChord = previous !== null && event.timeStamp - previous.at < CHORD_MS;
      const command = commandOf(bindings, key, isChord && previous ? previous.key : null);
      previous = command === 'chord' ? { key, at: event.timeStamp } : null;
      if (command === null || command === 'chord') return;
      if (keys.press(command)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [bindings, isOn]);
}
