import type { TemplateSource } from '@parley/contracts/channels/templates';
import type { ListedTemplate } from '@parley/contracts/events';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { TemplateSyncResponse } from '@parley/contracts/api/templates';
import { Claims } from '@parley/claims/claims';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import { template, type TemplateCommand } from '../domain/template';
import { TemplateQueries, type TemplateRow } from '../read/templates.queries';
import { TemplateProviders } from './template-providers';
import { templateName, ToTemplate } from './template.handler';

/**
 * For this time in ms after a synchronisation, a further request does not synchronise but returns the last one's
 * time.
 */
const FRESH_MS = 5_000;
/** Number of accounts of an organisation whose templates are listed concurrently. */
const AT_ONCE = 4;

interface Told {
  found: number;
  position: string;
  failure: { code: string; detail: string | null } | null;
}

/** Imports the templates that providers have; a repeated import changes nothing. */
@Injectable()
export class SyncTemplates {
  constructor(
    private readonly providers: TemplateProviders,
    private readonly templates: TemplateQueries,
    private readonly commands: CommandBus,
    private readonly claims: Claims,
    private readonly database: Database,
    private readonly oneAtATime: OneAtATime,
  ) {}

  /**
   * Synchronises every account of the organisation. If one provider does not respond, the other accounts are still
   * synchronised.
   * @throws Rejected `template_without_channel` if no connected channel supports templates
   */
  async all(context: CommandContext): Promise<TemplateSyncResponse> {
    const { customerId } = context;
    const sources = (await this.providers.sources(customerId)).filter(({ isConnected }) => isConnected);
    if (sources.length === 0) throw new Rejected('template_without_channel');
    // The second of two concurrent requests returns the time of the first, without listing again.
    return this.oneAtATime.run(`template sync of ${customerId}`, async () => {
      const before = await this.templates.syncedAt(customerId);
      if (before && Date.parse(context.now) - Date.parse(before) < FRESH_MS) {
        return { syncedAt: before, found: 0, failures: [], position: '' };
      }
      const told: Told[] = [];
      for (let index = 0; index < sources.length; index += AT_ONCE) {
        const some = sources.slice(index, index + AT_ONCE);
        told.push(...(await Promise.all(some.map((source) => this.one(source, context)))));
      }
      const failures = told.flatMap(({ failure }) => failure ?? []);
      if (failures.length < sources.length) await this.note(customerId, context.now);
      return {
        syncedAt: failures.length < sources.length ? context.now : before,
        found: told.reduce((sum, { found }) => sum + found, 0),
        failures,
        position:
          told
            .map(({ position }) => position)
            .sort()
            .at(-1) ?? '',
      };
    });
  }

  private async one(source: TemplateSource, context: CommandContext): Promise<Told> {
    const { customerId } = context;
    const answer = await this.providers.list(customerId, source);
    if (answer.outcome === 'refused') {
      const { code, detail } = answer;
      return { found: 0, position: '', failure: { code, detail } };
    }
    const { provider, accountId } = source;
    const account = { provider, accountId };
    const at = context.now;
    const rows = await this.templates.ofAccount(customerId, account);
    const rowOf = new Map(rows.map((row) => [`${row.state.name}/${row.state.language}`, row]));
    let position = '';
    const run = async (id: string, command: TemplateCommand) => {
      const done = await this.commands.execute(new ToTemplate(id, command, step(context, `sync/${id}`)));
      if (done.position && done.events.length > 0 && done.position > position) position = done.position;
    };
    for (const listed of answer.templates) {
      const key = `${listed.name}/${listed.language}`;
      const row = rowOf.get(key);
      rowOf.delete(key);
      const command = { type: 'Sync', at, account, listed } as const;
      if (row && !changes(row, command)) continue;
      await run(row?.id ?? (await this.idOf(account, listed, customerId)), command);
    }
    for (const row of rowOf.values()) {
      const command = { type: 'Sync', at, account, listed: null } as const;
      if (changes(row, command)) await run(row.id, command);
    }
    return { found: answer.templates.length, position, failure: null };
  }

  /**
   * The id of a listed template: the id of the draft that has claimed its name, even if the view does not contain the
   * draft yet.
   */
  private async idOf(
    account: { provider: TemplateSource['provider']; accountId: string },
    { name, language, externalId }: ListedTemplate,
    customerId: string,
  ): Promise<string> {
    const owner = await this.claims.ownerOf(templateName({ ...account, name, language }), customerId);
    return (
      owner ??
      uuidV5(`template ${account.provider}/${account.accountId}/${externalId}/${language}`, customerId)
    );
  }

  private async note(customerId: string, at: string): Promise<void> {
    await this.database.query(
      `insert into parley.template_sync (customer_id, synced_at) values ($1, $2)
       on conflict (customer_id) do update set synced_at = excluded.synced_at`,
      [customerId, at],
    );
  }
}

function changes({ state }: TemplateRow, command: TemplateCommand): boolean {
  return template.decide(command, state).length > 0;
}
