import { useLocalStorage } from '@mantine/hooks';

/** Preferences stored in this browser. */
interface Preferences {
  /** Whether keys without modifiers run commands. WCAG 2.1.4 requires that users can switch them off. */
  shortcuts: boolean;
  density: 'comfortable' | 'compact';
  isListsOpen: boolean;
  isPanelOpen: boolean;
  /** Width of the list of conversations in px. */
  listWidth: number;
  isTeamsOpen: boolean;
  /** Names of the sections of the contact panel that the user has closed. */
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
