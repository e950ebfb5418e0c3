import { useLocalStorage } from '@mantine/hooks';

/** What one chose for this browser. */
interface Preferences {
  /** Keys without modifiers do things in the inbox (WCAG 2.1.4: they can be switched off). */
  shortcuts: boolean;
  density: 'comfortable' | 'compact';
  isListsOpen: boolean;
  isPanelOpen: boolean;
  /** Pixels. */
  listWidth: number;
  isTeamsOpen: boolean;
  /** Parts of the contact panel. */
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
