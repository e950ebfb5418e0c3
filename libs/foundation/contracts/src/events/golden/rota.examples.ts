import type { RotaEvent } from '../rota.events';
import type { ExamplesOf } from './examples-of';
import { at, conversationId, messageId, otherUserId, teamId, userId } from './ids';

export const rotaExamples: ExamplesOf<RotaEvent> = {
  RotaBegun: [
    { teamId, number: 0, claims: [], turns: [] },
    {
      ...{ teamId, number: 1, turns: [otherUserId, userId] },
      claims: [{ claim: messageId, conversationId, userId, by: 'last', open: 2, cap: 8, at }],
    },
  ],
  RotaClaimed: [
    { claim: messageId, conversationId, userId, by: 'fewest', open: 3, cap: 8, at },
    { claim: messageId, conversationId, userId: null, by: null, open: 0, cap: 8, at },
  ],
};
