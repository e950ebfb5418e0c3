import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { MAX_OPEN_BROADCASTS, START_UNDO_SECONDS } from '@parley/contracts/api/broadcasts';
import type { BroadcastRequest } from '@parley/contracts/api/broadcasts.requests';
import type { BroadcastConsent, BroadcastContent, BroadcastValue } from '@parley/contracts/events';
import { countedButtons, countedTarget, siteOf } from '@parley/contracts/rules/counted-links';
import { missingSlots } from '@parley/contracts/rules/template-filling';
import type { TemplateContent } from '@parley/contracts/events/template-content';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Config } from '@parley/platform/config/config';
import {
  broadcast,
  type BroadcastCommand,
  type BroadcastState,
  emptyBroadcast,
  missingOf,
  ToBroadcast,
} from '../domain/broadcast';
import { instantOf } from '@parley/contracts/rules/wall-time';
import { BroadcastQueries } from '../read/broadcast.queries';
import { EngageSettingsQueries } from '../read/engage-settings.queries';
import { BroadcastTemplates, EngageAgreement } from './neighbours';

type Position = string;

/** Commands of managers on broadcasts. */
@Injectable()
export class AdministerBroadcasts {
  /** Time in ms in which a start can be cancelled before the first message leaves. */
  undoMs = START_UNDO_SECONDS * 1_000;

  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly queries: BroadcastQueries,
    private readonly settings: EngageSettingsQueries,
    private readonly templates: BroadcastTemplates,
    private readonly agreement: EngageAgreement,
    private readonly config: Config,
  ) {}

  /** @throws Rejected `too_many_broadcasts` */
  async draft(id: string, request: BroadcastRequest, context: CommandContext): Promise<Position> {
    if ((await this.queries.openOnes(context.customerId)) >= MAX_OPEN_BROADCASTS) {
      throw new Rejected('too_many_broadcasts');
    }
    return this.run(id, { type: 'Draft', content: { ...emptyBroadcast, ...given(request) } }, context);
  }

  change(id: string, request: BroadcastRequest, context: CommandContext): Promise<Position> {
    return this.run(id, { type: 'Change', changes: given(request) }, context);
  }

  /** Drafts a copy of another broadcast, without its time. */
  async duplicate(id: string, ofId: string, context: CommandContext): Promise<Position> {
    const { content } = await this.load(ofId, context.customerId);
    const { schedule, ...rest } = content;
    return this.draft(id, { ...rest, schedule: { ...schedule, at: null } }, context);
  }

  /**
   * Starts a draft. The first message leaves after `undoMs`, in which the broadcast can be cancelled.
   * @throws Rejected `broadcast_incomplete`, `broadcast_value_missing`, `template_link_invalid`, `time_passed`,
   *   `template_not_sendable`, `broadcast_reply_unknown`
   */
  async start(id: string, context: CommandContext): Promise<Position> {
    const { customerId, now } = context;
    const state = await this.load(id, customerId);
    if (state.status !== 'draft') return this.run(id, startOfNothing, context);
    const { settings } = await this.settings.state(customerId);
    const { content } = state;
    await this.requireComplete(content, customerId);
    const { template, other } = await this.templatesOf(content, customerId);
    const { at } = content.schedule;
    const soon = Date.parse(now) + this.undoMs;
    const from = at ? instantOf(at, settings.timeZone) : soon;
    if (from < Date.parse(now)) throw new Rejected('time_passed');
    const { timeZone, quietHours } = settings;
    const consent = consentOf(
      [template.category, other?.category].includes('marketing'),
      settings.needsOptIn,
    );
    const iso = new Date(Math.max(from, soon)).toISOString();
    return this.run(
      id,
      { type: 'Start', from: iso, timeZone, quietHours, consent, template, other, repeats: null },
      context,
    );
  }

  run(id: string, command: BroadcastCommand, context: CommandContext): Promise<Position> {
    return this.execute(new ToBroadcast(id, command, context));
  }

  /** Returns the template, and the second template of a split, in their present versions. */
  async templatesOf({ templateId, channelId, values, split }: BroadcastContent, customerId: string) {
    const template = await this.templates.sendable(customerId, templateId!, channelId!);
    this.requireFilled(template.content, values);
    if (!split) return { template, other: null };
    const other = await this.templates.sendable(customerId, split.templateId!, channelId!);
    this.requireFilled(other.content, split.values);
    return { template, other };
  }

  async load(id: string, customerId: string): Promise<BroadcastState> {
    const { state } = await this.aggregates.load(broadcast, 'broadcast', id, customerId);
    if (state.status === 'missing' || state.status === 'deleted') throw new NotFound();
    return state;
  }

  private async requireComplete(content: BroadcastContent, customerId: string): Promise<void> {
    const missing = missingOf(content);
    if (missing.length > 0) throw new Rejected('broadcast_incomplete', missing.join(', '));
    await this.agreement.requireList(customerId, content.listId!);
    const { to, id } = content.replies;
    if (to !== 'team' && to !== 'user') return;
    await this.agreement.requireAssignee(customerId, {
      userId: to === 'user' ? id : null,
      teamId: to === 'team' ? id : null,
    });
  }

  /** Requires values for all slots but files, which come from the template's own attachment. */
  private requireFilled(content: TemplateContent, values: BroadcastValue[]): void {
    const bySlot = Object.fromEntries(values.map(({ slot, text }) => [slot, text]));
    const missing = missingSlots(content, bySlot).filter(({ kind }) => !isFile(kind));
    if (missing.length > 0) {
      throw new Rejected('broadcast_value_missing', missing.map(({ key }) => key).join(', '));
    }
    for (const key of countedButtons(content, countedTarget(this.config.publicUrl)).keys()) {
      if (siteOf(bySlot[key] ?? '') === null) throw new Rejected('template_link_invalid', key);
    }
  }

  /** @throws NotFound */
  private async execute(command: ToBroadcast): Promise<Position> {
    const { position } = await this.commands.execute(command);
    if (position === null) throw new NotFound();
    return position;
  }
}

/** Start command for a broadcast that is no draft: the decider ignores its content and records nothing. */
const startOfNothing: BroadcastCommand = {
  ...{ type: 'Start', from: '', timeZone: 'UTC', quietHours: { isOn: false, from: '', until: '' } },
  ...{ consent: 'agreed', template: null as never, other: null, repeats: null },
};

function given(request: BroadcastRequest): Partial<BroadcastContent> {
  // Converts instances of the request's classes to plain objects for the event.
  return JSON.parse(JSON.stringify(request)) as Partial<BroadcastContent>;
}

export function consentOf(isMarketing: boolean, needsOptIn: boolean): BroadcastConsent {
  if (!isMarketing) return 'everybody';
  return needsOptIn ? 'agreed' : 'not_refused';
}

function isFile(kind: string): boolean {
  return kind === 'image' || kind === 'video' || kind === 'document';
}
