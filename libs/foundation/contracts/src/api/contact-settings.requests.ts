import { ArrayMaxSize, IsArray, IsIn } from 'class-validator';
import {
  attributeKinds,
  segmentVisibilities,
  type AttributeKind,
  type SegmentVisibility,
} from '../events/contact-settings.events';
import { ATTRIBUTE_NAME_LENGTH, CHOICE_LENGTH, MAX_CHOICES, SEGMENT_NAME_LENGTH } from './contact-settings';
import { IfGiven, Text } from './input';

/** POST /api/v3/segments. `conditions` are `ContactConditions` as JSON; see `readConditions`. */
export class CreateSegmentRequest {
  @Text({ min: 1, max: SEGMENT_NAME_LENGTH })
  name!: string;

  @Text({ min: 2, max: 30_000, lines: true })
  conditions!: string;

  @IsIn(segmentVisibilities)
  visibility!: SegmentVisibility;
}

export class PatchSegmentRequest {
  @IfGiven()
  @Text({ min: 1, max: SEGMENT_NAME_LENGTH })
  name?: string;

  @IfGiven()
  @Text({ min: 2, max: 30_000, lines: true })
  conditions?: string;

  @IfGiven()
  @IsIn(segmentVisibilities)
  visibility?: SegmentVisibility;
}

/** POST /api/v3/contact-attributes */
export class CreateContactAttributeRequest {
  @Text({ min: 1, max: ATTRIBUTE_NAME_LENGTH })
  name!: string;

  @IsIn(attributeKinds)
  kind!: AttributeKind;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_CHOICES)
  @Text({ min: 1, max: CHOICE_LENGTH, each: true })
  choices: string[] = [];
}

/** PATCH /api/v3/contact-attributes/{id}: the kind cannot change. */
export class PatchContactAttributeRequest {
  @IfGiven()
  @Text({ min: 1, max: ATTRIBUTE_NAME_LENGTH })
  name?: string;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_CHOICES)
  @Text({ min: 1, max: CHOICE_LENGTH, each: true })
  choices?: string[];
}
