import type { BroadcastDetails } from '@parley/contracts/api/broadcasts';
import type { BroadcastRequest } from '@parley/contracts/api/broadcasts.requests';
import type { TemplateResponse } from '@parley/contracts/api/templates';
import type { BroadcastContent } from '@parley/contracts/events';

/** The wizard's, in the order of spec section 2. */
export const steps = ['template', 'list', 'channel', 'message', 'name', 'schedule', 'overview'] as const;
export type Step = (typeof steps)[number];

export interface StepProps {
  broadcast: BroadcastDetails;
  /** As it is filled in now; `broadcast.content` is as it was saved. */
  content: BroadcastContent;
  change: (changes: BroadcastRequest) => void;
  template: TemplateResponse | undefined;
  /** The second one of a split. */
  other: TemplateResponse | undefined;
}

/** Whether a step says what the following ones need. */
export function isDone(step: Step, content: BroadcastContent): boolean {
  const { templateId, listId, channelId, name, replies, repeat } = content;
  switch (step) {
    case 'template':
      return templateId !== null;
    case 'list':
      return listId !== null;
    case 'channel':
      return channelId !== null;
    case 'name':
      return name.trim() !== '' && (replies.to === 'nobody' || replies.to === 'last' || replies.id !== null);
    case 'schedule':
      return repeat?.every !== 'date' || repeat.attributeId !== null;
    default:
      return true;
  }
}
