import type { Fact } from './event';
import type { SettingFacts } from './facts';

/** A list of conversations with its filters and sort order, under a name. */
export interface SavedViewContent {
  name: string;
  /** Query string of the list in the inbox, without page and keyword: a keyword may be a person's name or number. */
  query: string;
  visibility: 'everybody' | 'me';
  /** The only user who sees it if visibility is `me`; otherwise the user who shared it last. */
  ownerId: string;
}

export type SavedViewEvent =
  | Fact<'SavedViewCreated', SavedViewContent>
  | Fact<'SavedViewChanged', SavedViewContent>
  | Fact<'SavedViewDeleted', Record<string, never>>;

export const savedViewFacts: SettingFacts<SavedViewEvent, 'savedView'> = {
  category: 'savedView',
  isSetting: true,
  upcasters: { SavedViewCreated: [], SavedViewChanged: [], SavedViewDeleted: [] },
};
