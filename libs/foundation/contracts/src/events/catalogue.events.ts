import type { Fact } from './event';
import type { SettingFacts } from './facts';

/** What a tag or a label looks like. */
export interface MarkLook {
  name: string;
  /** `#rrggbb`, in lower case. */
  colour: string;
}

/** A tag marks conversations. Merged, it stands for another one from then on; deleted, for nothing. */
export type TagEvent =
  | Fact<'TagCreated', MarkLook>
  | Fact<'TagChanged', MarkLook>
  | Fact<'TagDeleted', Record<string, never>>
  | Fact<'TagMerged', { intoId: string }>;

/** A label marks contacts, and lives as a tag does. */
export type LabelEvent =
  | Fact<'LabelCreated', MarkLook>
  | Fact<'LabelChanged', MarkLook>
  | Fact<'LabelDeleted', Record<string, never>>
  | Fact<'LabelMerged', { intoId: string }>;

/** A text that agents insert instead of typing it again. */
export interface QuickReplyContent {
  /** What it is found by beside its text; null where nobody gave one. */
  title: string | null;
  message: string;
  visibility: 'everybody' | 'me';
  /** Who has it for themselves, or whoever shared it last. */
  ownerId: string;
}

export type QuickReplyEvent =
  | Fact<'QuickReplyCreated', QuickReplyContent>
  | Fact<'QuickReplyChanged', QuickReplyContent>
  | Fact<'QuickReplyDeleted', Record<string, never>>;

export const labelFacts: SettingFacts<LabelEvent, 'label'> = {
  category: 'label',
  isSetting: true,
  upcasters: {
    LabelCreated: [],
    LabelChanged: [],
    LabelDeleted: [],
    LabelMerged: [],
  },
};

export const quickReplyFacts: SettingFacts<QuickReplyEvent, 'quickReply'> = {
  category: 'quickReply',
  isSetting: true,
  upcasters: {
    QuickReplyCreated: [],
    QuickReplyChanged: [],
    QuickReplyDeleted: [],
  },
};

export const tagFacts: SettingFacts<TagEvent, 'tag'> = {
  category: 'tag',
  isSetting: true,
  upcasters: {
    TagCreated: [],
    TagChanged: [],
    TagDeleted: [],
    TagMerged: [],
  },
};
