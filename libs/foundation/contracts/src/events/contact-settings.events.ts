import type { Fact } from './event';
import type { SettingFacts } from './facts';

export const segmentVisibilities = ['everybody', 'me'] as const;
export type SegmentVisibility = (typeof segmentVisibilities)[number];

/** Named conditions that select contacts. */
export interface SegmentContent {
  name: string;
  /** `ContactConditions` as JSON. */
  conditions: string;
  visibility: SegmentVisibility;
  /** The only user who sees it if visibility is `me`; otherwise the user who shared it last. */
  ownerId: string;
}

export type SegmentEvent =
  | Fact<'SegmentCreated', SegmentContent>
  | Fact<'SegmentChanged', SegmentContent>
  | Fact<'SegmentDeleted', Record<string, never>>;

export const segmentFacts: SettingFacts<SegmentEvent, 'segment'> = {
  category: 'segment',
  isSetting: true,
  upcasters: { SegmentCreated: [], SegmentChanged: [], SegmentDeleted: [] },
};

export const attributeKinds = ['text', 'number', 'date', 'choice'] as const;
export type AttributeKind = (typeof attributeKinds)[number];

/** A custom field of contacts that the organisation defined. */
export interface ContactAttributeContent {
  name: string;
  /** Never changes, because stored values are of this kind. */
  kind: AttributeKind;
  /** Values to choose from, separated by line breaks; empty for other kinds. */
  choices: string;
}

export type ContactAttributeEvent =
  | Fact<'ContactAttributeCreated', ContactAttributeContent>
  | Fact<'ContactAttributeChanged', ContactAttributeContent>
  | Fact<'ContactAttributeDeleted', Record<string, never>>;

export const contactAttributeFacts: SettingFacts<ContactAttributeEvent, 'contactAttribute'> = {
  category: 'contactAttribute',
  isSetting: true,
  upcasters: { ContactAttributeCreated: [], ContactAttributeChanged: [], ContactAttributeDeleted: [] },
};

const MAX_TEXT_LENGTH = 1_000;

/**
 * Normalises a value for storage: a number is decimal with a point, a date `2026-05-01`, a choice one of the
 * attribute's.
 * @returns null if the value is not valid for this kind
 */
export function attributeValueOf(
  { kind, choices }: Pick<ContactAttributeContent, 'kind' | 'choices'>,
  value: string,
): string | null {
  const text = value.trim();
  switch (kind) {
    case 'text':
      return text !== '' && text.length <= MAX_TEXT_LENGTH ? text : null;
    case 'number': {
      const number = text.replace(',', '.');
      return /^-?\d{1,15}(\.\d{1,10})?$/.test(number) ? number : null;
    }
    case 'date': {
      const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
      return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
    }
    case 'choice':
      return choicesIn(choices).includes(text) ? text : null;
  }
}

export function choicesIn(choices: string): string[] {
  return choices.split('\n').filter(Boolean);
}
