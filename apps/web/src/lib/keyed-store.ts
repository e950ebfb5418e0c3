import { useSyncExternalStore } from 'react';

/** Values by key outside React; they are kept when the components that show them unmount. */
export interface KeyedStore<T> {
  get: (key: string) => T;
  set: (key: string, value: T) => void;
  update: (key: string, change: (value: T) => T) => void;
  keys: () => string[];
  subscribe: (listener: () => void) => () => void;
}

/** @param empty value of a key that was never set; setting a key to it deletes the key */
export function createKeyedStore<T>(empty: T, entries: Iterable<readonly [string, T]> = []): KeyedStore<T> {
  const values = new Map<string, T>(entries);
  const listeners = new Set<() => void>();
  const store: KeyedStore<T> = {
    get: (key) => values.get(key) ?? empty,
    set(key, value) {
      if (value === empty) values.delete(key);
      else values.set(key, value);
      for (const listener of listeners) listener();
    },
    update: (key, change) => store.set(key, change(store.get(key))),
    keys: () => [...values.keys()],
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return store;
}

export function useKeyed<T>(store: KeyedStore<T>, key: string): T {
  return useSyncExternalStore(store.subscribe, () => store.get(key));
}
