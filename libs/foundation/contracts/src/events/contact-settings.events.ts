import type { Fact } from './event';
import type { SettingFacts } from './facts';

export const segmentVisibilities = ['everybody', 'me'] as const;
export type SegmentVisibility = (typeof segmentVisibilities)[number];

/** Conditions on contacts under a name. */
export interface SegmentContent {
  name: string;
  /** `ContactConditions` as JSON. */
  conditions: string;
  visibility: SegmentVisibility;
  /** Who has it for themselves, or who shared it last. */
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

/** A field of contacts that the organisation made up itself. */
export interface ContactAttributeContent {
  name: string;
  /** Stays as it was made: values are of that kind. */
  kind: AttributeKind;
  /** What may be chosen, one per line; empty for other kinds. */
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

const LONGEST_TEXT = 1_000;

/**
 * A value as it is kept; null where it is none of that kind. A number is decimal with a point, a date `2026-05-01`, a
 * choice one of the attribute's.
 */
export function attributeValueOf(
  { kind, choices }: Pick<ContactAttributeContent, 'kind' | 'choices'>,
  value: string,
): string | null {
  const text = value.trim();
  switch (kind) {
    case 'text':
      return text !== '' && text.length <= LONGEST_TEXT ? text : null;
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
