import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';

/** Reads which conversations are to get a satisfaction survey. */
@Injectable()
export class SurveyQueries {
  constructor(private readonly database: Database) {}

  /**
   * Returns those of the ids whose conversation is on a channel with a survey and has had a person's reply since it
   * was last opened.
   */
  async answeredAndAsking(ids: string[]): Promise<Set<string>> {
    const { rows } = await this.database.query<{ id: string }>(
      `select c.id from inbox.conversation c join inbox.channel ch on ch.id = c.channel_id
        where c.id = any($1::uuid[]) and c.last_inbound_position is not null and c.answered_at >= c.opened_at
          and ch.set_up -> 'settings' ->> 'survey' is not null`,
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
