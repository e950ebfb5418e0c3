import type { ClaimEvent } from '../claim.events';
import type { ExamplesOf } from './examples-of';
import { contactId, channelId, userId, teamId, tagId, labelId } from './ids';

export const claimExamples: ExamplesOf<ClaimEvent> = {
  AliasClaimed: [
    { kind: 'phone', ownerId: contactId },
    { kind: 'bsuid', ownerId: contactId },
    { kind: 'email', ownerId: contactId },
    { kind: 'external', ownerId: contactId },
    { kind: 'user-email', ownerId: userId },
    { kind: 'provider-account', ownerId: channelId },
    { kind: 'team-name', ownerId: teamId },
    { kind: 'tag-name', ownerId: tagId },
    { kind: 'label-name', ownerId: labelId },
    { kind: 'domain', ownerId: '0c0ffee0-0000-4000-8000-0000000000ff' },
  ],
  AliasReleased: [{ ownerId: contactId }],
};
