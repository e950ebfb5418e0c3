import type { Fact } from './event';
import type { SettingFacts } from './facts';

/** A list of conversations with what narrows and sorts it, under a name. */
export interface SavedViewContent {
  name: string;
  /** Its address in the inbox, without page and keyword: a keyword may be a person's name or number. */
  query: string;
  visibility: 'everybody' | 'me';
  /** Who has it alone, or shared it last. */
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
