import { IsIn, Matches } from 'class-validator';
import { clientKey } from './client-key';
import { DRAFT_LENGTH } from './draft-limit';
import { draftKinds, type DraftKind } from './drafts';
import { OrNull, Text } from './input';

/** PUT /api/v3/messaging-chats/{id}/drafts */
export class SaveDraftRequest {
  @IsIn(draftKinds)
  kind!: DraftKind;

  /** Empty: deletes the draft. */
  @Text({ max: DRAFT_LENGTH, lines: true, asTyped: true })
  text!: string;

  /** Chosen by the client for this text; saving the same version again has no effect. */
  @Matches(clientKey)
  version!: string;

  /** The version that the user saw, null for none: if the draft has another version by now, 409 `draft_changed`. */
  @OrNull()
  @Matches(clientKey)
  seen!: string | null;
}
