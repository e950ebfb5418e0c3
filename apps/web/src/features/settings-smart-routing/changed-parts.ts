import type { SmartRouteContent } from '@parley/contracts/events/smart-route.events';

/** Translation key, without the prefix `routing.`, of the label of each part of a rule. */
const labels = {
  title: 'name',
  isOn: 'isOn',
  channelIds: 'channels',
  identityIds: 'identities',
  keywords: 'keywords',
  firstMessages: 'first',
  contact: 'contact',
  templateIds: 'templates',
  hours: 'hours',
  userId: 'assign',
  teamId: 'assign',
  sharing: 'sharing',
  addTagIds: 'addTags',
  removeTagIds: 'removeTags',
  addLabelIds: 'addLabels',
  removeLabelIds: 'removeLabels',
  addListIds: 'addLists',
  removeListIds: 'removeLists',
  highPriority: 'priority',
} as const;
type Part = keyof typeof labels;

/** Label keys of the parts in which two versions of a rule differ. */
export function changedParts(before: SmartRouteContent, now: SmartRouteContent): (typeof labels)[Part][] {
  const partsOf = ({ title, isOn, conditions, actions }: SmartRouteContent) =>
    ({ title, isOn, ...conditions, ...actions }) as Record<Part, unknown>;
  const [was, is] = [partsOf(before), partsOf(now)];
  const parts = Object.keys(labels) as Part[];
  const changed = parts.filter((part) => JSON.stringify(was[part]) !== JSON.stringify(is[part]));
  return [...new Set(changed.map((part) => labels[part]))];
}
