import type { BroadcastDetails } from '@parley/contracts/api/broadcasts';
import type { BroadcastRequest } from '@parley/contracts/api/broadcasts.requests';
import type { TemplateResponse } from '@parley/contracts/api/templates';
import type { BroadcastContent } from '@parley/contracts/events';
import { countedButtons, siteOf } from '@parley/contracts/rules/counted-links';
import { emptyTemplate } from '@parley/contracts/events/template-content';
import { isMedia, slotsOf } from '@parley/contracts/rules/template-filling';

/** The steps of the wizard, in the order of spec section 2. */
export const steps = ['template', 'list', 'channel', 'message', 'name', 'schedule', 'overview'] as const;
export type Step = (typeof steps)[number];

export interface StepProps {
  broadcast: BroadcastDetails;
  /** The content including unsaved changes; `broadcast.content` is the saved one. */
  content: BroadcastContent;
  change: (changes: BroadcastRequest) => void;
  template: TemplateResponse | undefined;
  /** The second template of a split test. */
  other: TemplateResponse | undefined;
  /** The URL that replaces the target of buttons whose clicks are counted. */
  countedTarget: string;
}

/** Name of a slot of a template: its variable, otherwise its key. */
export function slotName(template: TemplateResponse | undefined, key: string): string {
  return slotsOf(template?.live?.content ?? emptyTemplate).find((slot) => slot.key === key)?.name || key;
}

/** Whether every slot of a template has a value; a counted button needs the complete URL of its target. */
function isFilled(
  template: TemplateResponse | undefined,
  values: BroadcastContent['values'],
  countedTarget: string,
): boolean {
  if (!template?.live) return false;
  const { content } = template.live;
  const counted = countedButtons(content, countedTarget);
  const has = (key: string) =>
    values.some(
      ({ slot, text }) => slot === key && text.trim() !== '' && (!counted.has(key) || siteOf(text) !== null),
    );
  return slotsOf(content).every(({ key, kind }) => isMedia(kind) || has(key));
}

/** Whether a step has all values that the later steps need. */
export function isDone(
  step: Step,
  content: BroadcastContent,
  { template, other, countedTarget }: Pick<StepProps, 'template' | 'other' | 'countedTarget'>,
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
      return (
        isFilled(template, values, countedTarget) &&
        (split === null || isFilled(other, split.values, countedTarget))
      );
    case 'name':
      return name.trim() !== '' && (replies.to === 'nobody' || replies.to === 'last' || replies.id !== null);
    case 'schedule':
      return repeat?.every !== 'date' || repeat.attributeId !== null;
    default:
      return true;
  }
}
