import { Injectable } from '@nestjs/common';
import type { TeamHit } from '@parley/contracts/api/search';
import type { SearchQuery } from '@parley/contracts/api/search-query';
import { Database } from '@parley/platform/database/database';
import { foundWords, marked } from '../words/marked';
import { exactly, loosely } from '../words/terms';
import type { TeamEntryRow } from './team-search.projector';

/** Maximum number of entries in a response. */
const MOST = 6;
/** Number of the newest entries to scan before the index is used, because a common word is found among them. */
const WINDOW = 5_000;

/** SQL condition: the user `$2` takes part in the chat now, and took part when the entry `e` was sent. */
const seen = `
  exists (select from team_search.stay s
           where s.chat_id = e.chat_id and s.user_id = $2 and s.until_position is null)
  and exists (select from team_search.stay s
               where s.chat_id = e.chat_id and s.user_id = $2 and e.position > s.from_position
                 and (s.until_position is null or e.position < s.until_position))`;

/** Searches the entries of team chats. Every statement includes the access check. */
@Injectable()
export class TeamSearchQueries {
  constructor(private readonly database: Database) {}

  /**
   * The newest entries with all words of the query, exact matches first. Empty if the query has operators, because
   * they apply only to conversations with contacts.
   */
  async find(
    { customerId, userId }: { customerId: string; userId: string },
    query: SearchQuery,
  ): Promise<TeamHit[]> {
    const { terms, from, tag, channel, team, has, before, after } = query;
    const isNarrowed = [from, tag, channel, team, has].some((list) => list.length > 0);
    if (terms.length === 0 || isNarrowed || before !== null || after !== null) return [];
    const values = [customerId, userId, exactly(terms), loosely(terms)];
    const recent = await this.among(
      `(select * from team_search.entry where customer_id = $1 order by time desc, id desc limit ${WINDOW})`,
      values,
    );
    const rows = recent.length === MOST ? recent : await this.among('team_search.entry', values);
    return rows.map((row) => toHit(row, query));
  }

  private async among(entries: string, values: string[]): Promise<TeamEntryRow[]> {
    const { rows } = await this.database.query<TeamEntryRow>(
      `select e.* from ${entries} e
        where e.customer_id = $1 and (e.terms @@ $3::tsquery or e.terms @@ $4::tsquery) and ${seen}
        order by e.terms @@ $3::tsquery desc, e.time desc, e.id desc limit ${MOST}`,
      values,
    );
    return rows;
  }
}

function toHit(row: TeamEntryRow, { terms }: SearchQuery): TeamHit {
  const whole = [row.text, ...row.files].filter(Boolean).join('\n');
  const inText = marked(row.text === '' ? row.files.join(', ') : row.text, terms);
  return {
    ...{ id: row.id, chatId: row.chat_id, authorId: row.author_id },
    time: new Date(row.time).toISOString(),
    snippet: inText.marks.length > 0 ? inText : marked(whole, terms),
    found: foundWords(whole, terms),
  };
}
