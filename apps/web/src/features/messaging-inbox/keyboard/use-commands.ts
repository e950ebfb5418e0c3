import { useEffect, useEffectEvent } from 'react';
import { usePreference } from '../../../lib/preferences';
import { CHORD_MS, commandOf, ownsKeys, type Command } from './bindings';

type Handlers = Partial<Record<Command, () => void>>;

const registered = new Set<(command: Command) => boolean>();

/** Does something when a key asks for it. The component mounted last comes first. */
export function useCommands(handlers: Handlers): void {
  const run = useEffectEvent((command: Command) => {
    const handler = handlers[command];
    handler?.();
    return handler !== undefined;
  });
  useEffect(() => {
    const entry = (command: Command) => run(command);
    registered.add(entry);
    return () => void registered.delete(entry);
  }, []);
}

/** Listens to the keys, unless they are switched off. Once per page. */
export function useKeyboard(): void {
  const [isOn] = usePreference('shortcuts');
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
      if ([...registered].reverse().some((run) => run(command))) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
