import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { usePreference } from '../../lib/preferences';
import { CHORD_MS, commandOf, keyOf, ownsKeys, type Bindings, type Command } from './commands';
import { dropLetters, holdLetters } from './held-letters';
import { KeyQueue } from './key-queue';

type Handlers = Partial<Record<Command, () => void>>;

interface Registered {
  /**
   * Runs the component's handler.
   * @returns whether it has one for the command
   */
  run: (command: Command) => boolean;
  does: () => Command[];
}

const registered = new Set<Registered>();
/** Handlers that take precedence over all others, regardless of when they were mounted. */
const first = new Set<Registered>();
const inOrder = () => [...registered, ...first].reverse();

/** Commands that have a handler now; do not call it while rendering. */
export function availableCommands(): Command[] {
  return [...new Set(inOrder().flatMap(({ does }) => does()))];
}

/**
 * Runs the handler that takes precedence.
 * @returns whether any component handles the command
 */
export function runCommand(command: Command): boolean {
  return inOrder().some(({ run }) => run(command));
}

/** Commands of the open page that open a field. */
let openers: readonly Command[] = [];

/** `flushSync` makes React render the effect of a command before the next key is handled. */
const keys = new KeyQueue({
  run: (command) => flushSync(() => runCommand(command)),
  opensField: (command) => openers.includes(command),
  holdLetters: () => {
    dropLetters();
    return holdLetters();
  },
});

/** Call before a navigation: keys pressed from then on wait for the next screen. */
export function holdKeys(): void {
  keys.leave();
}

/** Call when the next screen is shown: it receives the keys that waited. */
export function releaseKeys(): void {
  keys.arrive();
}

/** True inside a conversation that is shown beside the page's main one: its components handle no keys. */
export const HasNoKeys = createContext(false);

/** Makes keys wait while a component that handles them is loading. */
export function useAwaitKeys(isOnItsWay: boolean): void {
  const hasNoKeys = useContext(HasNoKeys);
  const isAwaited = isOnItsWay && !hasNoKeys;
  useEffect(() => (isAwaited ? keys.await() : undefined), [isAwaited]);
}

/** Registers handlers for commands. If several components handle a command, the one mounted last runs it. */
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

/** Placeholder for a field whose code is still loading: records typed letters for it. Escape cancels. */
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
  openers: readonly Command[];
}

/**
 * Listens to the keys of a page, unless the user has switched shortcuts off. Use it once per page.
 * @param options pass the same object on each render
 */
export function useKeyboard(options: KeyboardOptions): void {
  const { bindings } = options;
  const [isOn] = usePreference('shortcuts');
  useEffect(() => {
    openers = options.openers;
  }, [options.openers]);
  // The palette's shortcut has a modifier, so it also works inside fields and with shortcuts switched off.
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
