import type { Fact } from './event';
import type { Facts } from './facts';
import type { RouteShare } from './smart-route.events';

/**
 * Decision of a team's pool for one conversation: the chosen agent, or none if no agent was free. `at`: ISO 8601 UTC.
 */
export type RotaClaim = Pick<RouteShare, 'claim' | 'userId' | 'by' | 'open' | 'cap'> & {
  conversationId: string;
  at: string;
};

/**
 * Decides which agent of a team gets the next conversation. A team begins a new stream whenever the current one is
 * full, so that
 * streams stay short; `number` is the number of earlier streams of `teamId`.
 */
export type RotaEvent =
  | Fact<
      'RotaBegun',
      {
        teamId: string;
        number: number;
        /** Recent decisions, copied from the previous stream. */
        claims: RotaClaim[];
        /** Ids of the agents who got a conversation, longest ago first. */
        turns: string[];
      }
    >
  | Fact<'RotaClaimed', RotaClaim>;

export const rotaFacts: Facts<RotaEvent, 'rota'> = {
  category: 'rota',
  upcasters: { RotaBegun: [], RotaClaimed: [] },
};
