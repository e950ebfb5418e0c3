import type { Fact } from './event';
import type { SettingFacts } from './facts';

export interface MarkLook {
  name: string;
  /** `#rrggbb` in lower case. */
  colour: string;
}

/** A word that an organisation puts on conversations. After a merge the tag `intoId` replaces this tag. */
export type TagEvent =
  | Fact<'TagCreated', MarkLook>
  | Fact<'TagChanged', MarkLook>
  | Fact<'TagDeleted', Record<string, never>>
  | Fact<'TagMerged', { intoId: string }>;

/** A word that an organisation puts on contacts. After a merge the label `intoId` replaces this label. */
export type LabelEvent =
  | Fact<'LabelCreated', MarkLook>
  | Fact<'LabelChanged', MarkLook>
  | Fact<'LabelDeleted', Record<string, never>>
  | Fact<'LabelMerged', { intoId: string }>;

/** A text that agents insert instead of typing it again. */
export interface QuickReplyContent {
  /** Search finds a quick reply by its title and its message; null: no title. */
  title: string | null;
  message: string;
  visibility: 'everybody' | 'me';
  /** The only user who sees it if visibility is `me`; otherwise the user who shared it last. */
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
