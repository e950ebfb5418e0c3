import type { AttributeKind, SegmentVisibility } from '../events/contact-settings.events';
import type { ContactConditions } from './contact-conditions';

/** A row of GET /api/v3/segments: shared segments and the caller's own. */
export interface SegmentResponse {
  id: string;
  name: string;
  conditions: ContactConditions;
  visibility: SegmentVisibility;
  ownerId: string;
}

/** A row of GET /api/v3/contact-attributes. */
export interface ContactAttributeResponse {
  id: string;
  name: string;
  kind: AttributeKind;
  choices: string[];
}

export const SEGMENT_NAME_LENGTH = 60;
export const ATTRIBUTE_NAME_LENGTH = 60;
export const CHOICE_LENGTH = 60;
export const MAX_CHOICES = 50;
