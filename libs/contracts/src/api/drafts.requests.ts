import { IsIn, IsString, Matches, MaxLength, ValidateIf } from 'class-validator';
import { clientKey } from './client-key';
import { DRAFT_LENGTH } from './draft-limit';
import { draftKinds, type DraftKind } from './drafts';

/** PUT /api/v3/messaging-chats/{id}/drafts */
export class SaveDraftRequest {
  @IsIn(draftKinds)
  kind!: DraftKind;

  /** Empty: there is no draft any more. */
  @IsString()
  @MaxLength(DRAFT_LENGTH)
  text!: string;

  /** Made by the client for these words, so that saving them again is the same. */
  @Matches(clientKey)
  version!: string;

  /** The version that its writer had seen: where it is another one by now, 409 `draft_changed`. */
  @ValidateIf((_, value) => value !== null)
  @Matches(clientKey)
  seen!: string | null;
}
