import { useLocalStorage } from '@mantine/hooks';

/** Preferences stored in this browser. */
interface Preferences {
  /** Whether keys without modifiers run commands in the inbox (WCAG 2.1.4 requires that they can be switched off). */
  shortcuts: boolean;
  density: 'comfortable' | 'compact';
  isListsOpen: boolean;
  isPanelOpen: boolean;
  /** Pixels. */
  listWidth: number;
  isTeamsOpen: boolean;
  /** Ids of the closed sections of the contact panel. */
  collapsedSections: string[];
}

const defaults: Preferences = {
  shortcuts: true,
  density: 'comfortable',
  isListsOpen: true,
  isPanelOpen: true,
  listWidth: 340,
  isTeamsOpen: true,
  collapsedSections: [],
};

export function usePreference<K extends keyof Preferences>(
  name: K,
): [Preferences[K], (value: Preferences[K]) => void] {
  const [value, setValue] = useLocalStorage<Preferences[K]>({
    key: `parley.preference.${name}`,
    defaultValue: defaults[name],
    getInitialValueInEffect: false,
  });
  return [value, setValue];
}
