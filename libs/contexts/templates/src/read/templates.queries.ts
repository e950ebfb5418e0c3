import { Injectable } from '@nestjs/common';
import type { TemplateResponse } from '@parley/contracts/api/templates';
import type { TemplateSource } from '@parley/contracts/channels/templates';
import type { TemplateAccount } from '@parley/contracts/events';
import { editableAt } from '@parley/contracts/rules/template-rules';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import type { TemplateState } from '../domain/template';

export interface TemplateRow {
  id: string;
  state: TemplateState;
}

@Injectable()
export class TemplateQueries {
  constructor(private readonly database: Database) {}

  /**
   * All templates of an organisation, by name and language.
   * @param sources the accounts of the organisation, each with the channels that can send its templates
   */
  async list(
    customerId: string,
    { sources, now }: { sources: TemplateSource[]; now: string },
  ): Promise<TemplateResponse[]> {
    const { rows } = await this.database.query<TemplateRow>(
      `select t.id, t.state from templates.template t
        where t.customer_id = $1 and not t.is_deleted order by t.name, t.language, t.id`,
      [customerId],
    );
    return rows.map((row) => shown(row, sources, now));
  }

  /** @throws NotFound if the organisation has no such template */
  async one(customerId: string, id: string): Promise<TemplateRow> {
    const { rows } = await this.database.query<TemplateRow>(
      `select t.id, t.state from templates.template t
        where t.customer_id = $1 and t.id = $2 and not t.is_deleted`,
      [customerId, id],
    );
    const [row] = rows;
    if (!row) throw new NotFound();
    return row;
  }

  /** Templates of one account, without deleted ones. */
  async ofAccount(customerId: string, { provider, accountId }: TemplateAccount): Promise<TemplateRow[]> {
    const { rows } = await this.database.query<TemplateRow>(
      `select t.id, t.state from templates.template t
        where t.customer_id = $1 and t.provider = $2 and t.account_id = $3 and not t.is_deleted`,
      [customerId, provider, accountId],
    );
    return rows;
  }

  /** When the organisation last synchronised its templates, ISO 8601 UTC; null if never. */
  async syncedAt(customerId: string): Promise<string | null> {
    const { rows } = await this.database.query<{ at: string }>(
      'select synced_at as at from parley.template_sync where customer_id = $1',
      [customerId],
    );
    return rows[0] ? new Date(rows[0].at).toISOString() : null;
  }
}

function shown({ id, state }: TemplateRow, sources: TemplateSource[], now: string): TemplateResponse {
  const { provider, accountId, name, language, draft, live, status, reason, advice, quality } = state;
  const { askedCategory, isAttachmentLocked, submittedAt, editedAt, isGone, refusal, externalId } = state;
  const source = sources.find((each) => each.provider === provider && each.accountId === accountId);
  const { path: _path, ...attachment } = state.attachment ?? { path: '' };
  return {
    ...{ id, provider, accountId, name, language, draft, live, status, reason, advice, quality },
    ...{ askedCategory, isAttachmentLocked, submittedAt, isGone, refusal, externalId },
    channelIds: source?.channelIds ?? [],
    attachment: 'id' in attachment ? attachment : null,
    editableAt: status === 'approved' ? editableAt(editedAt, now) : null,
  };
}
