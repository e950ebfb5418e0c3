import type { Fact } from './event';
import type { Facts } from './facts';
import type { RouteShare } from './smart-route.events';

/** Whom a team gave a conversation to. `at`: ISO 8601 UTC. */
export type RotaClaim = Pick<RouteShare, 'claim' | 'userId' | 'by' | 'open' | 'cap'> & {
  conversationId: string;
  at: string;
};

/**
 * Who of a team gets the next conversation. A team has one stream after the other, so that none grows long: `teamId` has
 * had `number` of them before.
 */
export type RotaEvent =
  | Fact<
      'RotaBegun',
      {
        teamId: string;
        number: number;
        /** What the one before had given lately. */
        claims: RotaClaim[];
        /** Who was given one, the longest ago first. */
        turns: string[];
      }
    >
  | Fact<'RotaClaimed', RotaClaim>;

export const rotaFacts: Facts<RotaEvent, 'rota'> = {
  category: 'rota',
  upcasters: { RotaBegun: [], RotaClaimed: [] },
};
