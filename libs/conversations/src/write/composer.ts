import type { Platform } from '@parley/contracts/events';
import type { Composer } from '../domain/message';
import type { ComposerFacts } from '../read/inbox.queries';

const HOUR = 3_600_000;

/** Characters a text may have (spec, section 5). */
export function textLimitOf(platform: Platform): number {
  switch (platform) {
    case 'whatsapp':
    case 'test':
    case 'telegram':
      return 4096;
    case 'sms':
      return 1530;
    case 'messenger':
      return 20_000;
    case 'direct_messages':
      return 10_000;
    default:
      return 1000;
  }
}

/** What the rules of sending need to know of a conversation, for one user at one time. */
export function composerOf(facts: ComposerFacts, userId: string, now: string): Composer {
  const { chat, customerCareWindowLength: hours, mandatoryAssign } = facts;
  const lastInbound = chat.lastInboundMessageTime;
  return {
    isOpen: chat.status === 'open',
    isWindowOpen:
      hours === 0 || (lastInbound !== null && Date.parse(now) - Date.parse(lastInbound) <= hours * HOUR),
    isBlocked: chat.contact.isBlocked,
    isOthers: mandatoryAssign && chat.assignedUserId !== userId,
    textLimit: textLimitOf(chat.platform),
  };
}
