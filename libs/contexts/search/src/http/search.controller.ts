import { Controller, Get, Query } from '@nestjs/common';
import type { SearchResponse } from '@parley/contracts/api/search';
import { parseSearch } from '@parley/contracts/api/search-query';
import { SearchRequest } from '@parley/contracts/api/search.requests';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { TeamSearchQueries } from '../team/team-search.queries';
import { cursorOf, SearchQueries } from '../read/search.queries';

/** Number of messages in a response if the request sets no limit. */
const LIMIT = 20;

@Controller('api/v3/search')
@Requires('inbox:read')
export class SearchController {
  constructor(
    private readonly search: SearchQueries,
    private readonly team: TeamSearchQueries,
  ) {}

  /**
   * Searches contacts, conversations and messages.
   * @throws Rejected with the code of the first operator whose value is invalid
   */
  @Get()
  async find(
    @CurrentPrincipal() me: Principal,
    @Query() { q, timeZone = 'UTC', limit = LIMIT, cursor }: SearchRequest,
  ): Promise<SearchResponse> {
    const { query, faults } = parseSearch(q);
    const [fault] = faults;
    if (fault) throw new Rejected(fault.code, `${fault.operator}:${fault.value}`);
    const after = cursor === undefined ? null : cursorOf(cursor);
    if (cursor !== undefined && !after) throw new Rejected('invalid_input', 'cursor');
    const viewer = await this.search.viewer(me);
    const isFirst = after === null && me.can('read', 'teamChats');
    const [found, team] = await Promise.all([
      this.search.find(viewer, { text: q, query, timeZone, limit, cursor: after }),
      isFirst ? this.team.find(me, query) : [],
    ]);
    return { ...found, team, didYouMean: team.length > 0 ? null : found.didYouMean };
  }
}
