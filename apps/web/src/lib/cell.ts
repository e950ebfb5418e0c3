import { useSyncExternalStore } from 'react';

/** A value outside React, with functions to read, change and subscribe to it. */
export interface Cell<T> {
  get: () => T;
  set: (value: T) => void;
  update: (change: (value: T) => T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createCell<T>(initial: T): Cell<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const cell: Cell<T> = {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    update: (change) => cell.set(change(value)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return cell;
}

export function useCell<T>({ subscribe, get }: Cell<T>): T {
  return useSyncExternalStore(subscribe, get);
}
