import { IsIn, Matches } from 'class-validator';
import { clientKey } from './client-key';
import { DRAFT_LENGTH } from './draft-limit';
import { draftKinds, type DraftKind } from './drafts';
import { OrNull, Text } from './input';

/** PUT /api/v3/messaging-chats/{id}/drafts */
export class SaveDraftRequest {
  @IsIn(draftKinds)
  kind!: DraftKind;

  /** Empty: there is no draft any more. */
  @Text({ max: DRAFT_LENGTH, lines: true, asTyped: true })
  text!: string;

  /** Made by the client for these words, so that saving them again is the same. */
  @Matches(clientKey)
  version!: string;

  /** The version that its writer had seen: where it is another one by now, 409 `draft_changed`. */
  @OrNull()
  @Matches(clientKey)
  seen!: string | null;
}
