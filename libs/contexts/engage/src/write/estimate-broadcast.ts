import { Injectable } from '@nestjs/common';
import type { BroadcastEstimate, BroadcastPreview } from '@parley/contracts/api/broadcasts';
import type { SkipReason } from '@parley/contracts/events';
import { emptyBroadcast, type BroadcastState } from '../domain/broadcast';
import { EngageSettingsQueries } from '../read/engage-settings.queries';
import { SendingQueries } from '../read/sending.queries';
import { consentOf } from './administer-broadcasts';
import { BroadcastAudience, BroadcastTemplates, EngageAgreement, type Audience } from './neighbours';
import { audienceOf } from './plan-broadcasts';

/** Number of members that a page of the preview shows. */
const PREVIEWED = 10;
const CENTS = 10_000;
/**
 * Maximum number of contacts that an estimate leaves out because they are not on WhatsApp; if there are more, the
 * estimate is too high.
 */
const MAX_UNREACHED = 50_000;

/** Estimates a draft: its recipients, its messages and its cost. */
@Injectable()
export class EstimateBroadcast {
  constructor(
    private readonly audience: BroadcastAudience,
    private readonly templates: BroadcastTemplates,
    private readonly agreement: EngageAgreement,
    private readonly settings: EngageSettingsQueries,
    private readonly sending: SendingQueries,
  ) {}

  /**
   * A draft without a template, a list or a channel has no recipients.
   * @throws Rejected `template_not_sendable`
   */
  async estimate(customerId: string, state: BroadcastState, now: string): Promise<BroadcastEstimate> {
    const { settings } = await this.settings.state(customerId);
    if (!isAddressed(state)) return { members: 0, recipients: 0, skipped: [], cost: null };
    const { audience, template } = await this.audienceOf(customerId, state, now);
    const unreached = await this.sending.allUnreached(customerId, now, MAX_UNREACHED);
    const [counts, limits, used] = await Promise.all([
      this.audience.counts(audience, unreached),
      this.agreement.limits(customerId),
      this.settings.use(customerId, now, settings.timeZone),
    ]);
    const reached = counts.find(({ reason }) => reason === null)?.count ?? 0;
    const left = limits.messages < 0 ? reached : Math.max(0, limits.messages - used.messages);
    const overMessages = Math.max(0, reached - left);
    const leftContacts = limits.contacts < 0 ? reached : Math.max(0, limits.contacts - used.contacts);
    // Contacts who had a message this month do not count again, so the real number of recipients may be higher.
    const overContacts = Math.max(0, reached - overMessages - leftContacts);
    const skipped = [
      ...counts.flatMap(({ reason, count }) => (reason ? [{ reason, count }] : [])),
      { reason: 'over_message_limit' as SkipReason, count: overMessages },
      { reason: 'over_contact_limit' as SkipReason, count: overContacts },
    ].filter(({ count }) => count > 0);
    const prices = settings.prices.filter(({ category }) => category === template.category);
    return {
      members: counts.reduce((sum, { count }) => sum + count, 0),
      recipients: reached - overMessages - overContacts,
      skipped,
      cost: prices.length > 0 ? await this.cost(audience, { prices, reached, unreached }) : null,
    };
  }

  /**
   * Filled templates for members of the list; empty for a draft without a template, a list or a channel.
   * @throws Rejected `template_not_sendable`
   */
  async preview(
    customerId: string,
    state: BroadcastState,
    { after, now }: { after: string | null; now: string },
  ): Promise<BroadcastPreview[]> {
    if (!isAddressed(state)) return [];
    const { audience, template } = await this.audienceOf(customerId, state, now);
    const { values } = state.content;
    return this.audience.preview(audience, { template, values }, { after, limit: PREVIEWED });
  }

  private async audienceOf(customerId: string, { content, ...state }: BroadcastState, now: string) {
    const { templateId, listId, channelId } = content as Addressed;
    await this.agreement.requireList(customerId, listId);
    const { settings } = await this.settings.state(customerId);
    const template = await this.templates.sendable(customerId, templateId, channelId);
    const consent = consentOf(template.category === 'marketing', settings.needsOptIn);
    const { timeZone, quietHours } = settings;
    const start = { from: now, timeZone, quietHours, consent, template, other: null, repeats: null };
    const audience: Audience = audienceOf(customerId, {
      ...state,
      content: { ...emptyBroadcast, ...content },
      start,
    });
    return { audience, template };
  }

  private async cost(
    audience: Audience,
    {
      prices,
      reached,
      unreached,
    }: { prices: { callingCode: string; amount: number }[]; reached: number; unreached: string[] },
  ): Promise<NonNullable<BroadcastEstimate['cost']>> {
    const callingCodes = prices.map(({ callingCode }) => callingCode);
    const counts = await this.audience.countsByCode(audience, { callingCodes, unreached });
    const parts = prices
      .map(({ callingCode, amount }) => {
        const count = counts.get(callingCode) ?? 0;
        return { callingCode, count, amount: (count * amount) / CENTS };
      })
      .filter(({ count }) => count > 0);
    const priced = parts.reduce((sum, { count }) => sum + count, 0);
    const total = parts.reduce((sum, { amount }) => sum + amount, 0);
    return { total, unpriced: Math.max(0, reached - priced), parts };
  }
}

type Addressed = Record<'templateId' | 'listId' | 'channelId', string>;

function isAddressed({ content }: BroadcastState): boolean {
  return content.templateId !== null && content.listId !== null && content.channelId !== null;
}
