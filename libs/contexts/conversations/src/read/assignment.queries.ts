import { Injectable } from '@nestjs/common';
import type { TeamCount } from '@parley/contracts/api/conversations';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';
import type { Assignee } from '../domain/conversation';

/** Reads the assignments of an organisation's conversations, and checks who can be assigned. */
@Injectable()
export class AssignmentQueries {
  constructor(private readonly database: Database) {}

  /** The open and snoozed conversations of a user, each with its team. */
  async openOf(customerId: string, userId: string): Promise<{ id: string; teamId: string | null }[]> {
    const { rows } = await this.database.query<{ id: string; teamId: string | null }>(
      `select id, assigned_team_id as "teamId" from inbox.conversation
        where customer_id = $1 and status <> 'closed' and assigned_user_id = $2 order by entry_time desc, id desc`,
      [customerId, userId],
    );
    return rows;
  }

  /** @throws NotFound if the user does not belong to this organisation */
  async requireUser(customerId: string, userId: string): Promise<void> {
    const { rows } = await this.database.query(
      'select from inbox.viewer where user_id = $2 and customer_id = $1',
      [customerId, userId],
    );
    if (rows.length === 0) throw new NotFound();
  }

  /** Number of open and snoozed conversations that are assigned to a user. */
  async countOpenOf(customerId: string, userId: string): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `select coalesce(sum(count), 0)::integer as count from inbox.tally
        where customer_id = $1 and status <> 'closed' and assigned_user_id = $2`,
      [customerId, userId],
    );
    return rows[0]?.count ?? 0;
  }

  /**
   * The deleted user to whom an open or snoozed conversation is still assigned, with the conversation's team; null if
   * its assignee is not a deleted user.
   */
  async formerAssignee(
    customerId: string,
    id: string,
  ): Promise<{ userId: string; teamId: string | null } | null> {
    const { rows } = await this.database.query<{ userId: string; teamId: string | null }>(
      `select c.assigned_user_id as "userId", c.assigned_team_id as "teamId"
         from inbox.conversation c join inbox.viewer v on v.user_id = c.assigned_user_id
        where c.customer_id = $1 and c.id = $2 and c.status <> 'closed' and v.is_deleted`,
      [customerId, id],
    );
    return rows[0] ?? null;
  }

  /**
   * Returns those of the ids whose conversation is open and assigned to a deleted user; the ids may belong to any
   * organisation.
   */
  async withFormerAssignee(ids: string[]): Promise<Set<string>> {
    const { rows } = await this.database.query<{ id: string }>(
      `select c.id from inbox.conversation c join inbox.viewer v on v.user_id = c.assigned_user_id
        where c.id = any($1::uuid[]) and c.status = 'open' and v.is_deleted`,
      [[...new Set(ids)]],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Names of the contacts by conversation id, only for conversations that the viewer may see. */
  async namesOf(viewer: Viewer, ids: string[]): Promise<Map<string, string>> {
    const values: unknown[] = [ids];
    const { rows } = await this.database.query<{ id: string; name: string }>(
      `select c.id, coalesce(k.name, k.username, k.phone, k.email) as name
         from inbox.conversation c join inbox.contact k on k.id = c.contact_id
        where c.id = any($1::uuid[]) and ${visibleSql(viewer, 'c', values)}
          and coalesce(k.name, k.username, k.phone, k.email) is not null`,
      values,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /**
   * Requires that an assignee's user is active, and that user and team belong to this organisation.
   * @throws Rejected `unknown_assignee` otherwise
   */
  async requireAssignee(customerId: string, { userId, teamId }: Assignee): Promise<void> {
    const { rows } = await this.database.query<{ known: boolean }>(
      `select ($2::uuid is null or exists (select from inbox.viewer where user_id = $2 and customer_id = $1 and is_active))
          and ($3::uuid is null or exists (select from inbox.team where id = $3 and customer_id = $1)) as known`,
      [customerId, userId, teamId],
    );
    if (!rows[0]?.known) throw new Rejected('unknown_assignee');
  }

  /** Number of open and snoozed conversations by team; teams without any are absent. */
  async openByTeam(customerId: string): Promise<TeamCount[]> {
    const { rows } = await this.database.query<TeamCount>(
      `select assigned_team_id as "teamId", sum(count)::int as open from inbox.tally
        where customer_id = $1 and status <> 'closed' and assigned_team_id is not null
        group by assigned_team_id order by assigned_team_id`,
      [customerId],
    );
    return rows;
  }

  /** Ids of conversations that are assigned to a team, open ones first, at most `most`. */
  async assignedToTeam(customerId: string, teamId: string, most: number): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      `select id from inbox.conversation where customer_id = $1 and assigned_team_id = $2
        order by status <> 'closed' desc, entry_time desc, id limit $3`,
      [customerId, teamId, most],
    );
    return rows.map(({ id }) => id);
  }
}
