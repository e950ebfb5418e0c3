import { useSyncExternalStore } from 'react';

/** A value per key outside React: what must outlive the component that shows it. */
export interface KeyedStore<T> {
  get: (key: string) => T;
  set: (key: string, value: T) => void;
  update: (key: string, change: (value: T) => T) => void;
  keys: () => string[];
  subscribe: (listener: () => void) => () => void;
}

/** @param empty the value of a key that holds nothing; setting it forgets the key */
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
