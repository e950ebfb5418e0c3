import type { BroadcastDetails } from '@parley/contracts/api/broadcasts';
import type { BroadcastRequest } from '@parley/contracts/api/broadcasts.requests';
import type { TemplateResponse } from '@parley/contracts/api/templates';
import type { BroadcastContent } from '@parley/contracts/events';
import { countedButtons, siteOf } from '@parley/contracts/events/counted-links';
import { emptyTemplate, type TemplateContent } from '@parley/contracts/events/template-content';
import { isMedia, slotsOf } from '@parley/contracts/events/template-filling';

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

/** What the wizard calls a place of a template: its variable, or where none is named, its key. */
export function slotName(template: TemplateResponse | undefined, key: string): string {
  return slotsOf(template?.live?.content ?? emptyTemplate).find((slot) => slot.key === key)?.name || key;
}

/** Buttons of a template whose clicks are counted, by their slots: each is given the whole address that it leads to. */
export function countedOf(content: TemplateContent): Map<string, string> {
  return countedButtons(content, globalThis.location?.origin ?? '');
}

/** Whether every text of a template has a value. */
function isFilled(template: TemplateResponse | undefined, values: BroadcastContent['values']): boolean {
  if (!template?.live) return false;
  const { content } = template.live;
  const counted = countedOf(content);
  const has = (key: string) =>
    values.some(
      ({ slot, text }) => slot === key && text.trim() !== '' && (!counted.has(key) || siteOf(text) !== null),
    );
  return slotsOf(content).every(({ key, kind }) => isMedia(kind) || has(key));
}

/** Whether a step says what the following ones need. */
export function isDone(
  step: Step,
  content: BroadcastContent,
  { template, other }: Pick<StepProps, 'template' | 'other'>,
): boolean {
  const { templateId, values, split, listId, channelId, name, replies, repeat } = content;
  switch (step) {
    case 'template':
      return templateId !== null;
    case 'list':
      return listId !== null;
    case 'channel':
      return channelId !== null;
    case 'message':
      return isFilled(template, values) && (split === null || isFilled(other, split.values));
    case 'name':
      return name.trim() !== '' && (replies.to === 'nobody' || replies.to === 'last' || replies.id !== null);
    case 'schedule':
      return repeat?.every !== 'date' || repeat.attributeId !== null;
    default:
      return true;
  }
}
