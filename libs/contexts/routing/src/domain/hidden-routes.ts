import type { SmartRouteConditions, SmartRouteContent } from '@parley/contracts/events';

/**
 * Finds rules whose assignment never takes effect, each with a rule above it that already assigns every message that
 * matches.
 * @param channelIds ids of all channels, because a rule that lists every channel applies to all messages
 */
export function hiddenRoutes(
  routes: { id: string; content: SmartRouteContent; assigns: boolean }[],
  channelIds: readonly string[],
): Map<string, string> {
  const hidden = new Map<string, string>();
  const assigning = routes.filter(({ content, assigns }) => content.isOn && assigns);
  for (const [index, { id, content }] of assigning.entries()) {
    const above = assigning
      .slice(0, index)
      .find((other) => includes(other.content.conditions, content.conditions, channelIds));
    if (above) hidden.set(id, above.id);
  }
  return hidden;
}

/**
 * Whether every message that meets the narrow conditions also meets the wide ones. Recognises only plain cases, so
 * false may mean that it is not known.
 */
function includes(
  wide: SmartRouteConditions,
  narrow: SmartRouteConditions,
  channelIds: readonly string[],
): boolean {
  const isForAll = channelIds.length > 0 && channelIds.every((id) => wide.channelIds.includes(id));
  return (
    (isForAll || areAmong(wide.channelIds, narrow.channelIds)) &&
    areAmong(wide.identityIds, narrow.identityIds) &&
    areAmong(wide.templateIds, narrow.templateIds) &&
    (wide.firstMessages === null ||
      (narrow.firstMessages !== null && narrow.firstMessages <= wide.firstMessages)) &&
    (wide.hours === null || isSame(wide.hours, narrow.hours)) &&
    wide.contact.every((rule) => narrow.contact.some((other) => isSame(rule, other))) &&
    keywordsInclude(wide.keywords, narrow.keywords)
  );
}

function areAmong(wide: string[], narrow: string[]): boolean {
  return wide.length === 0 || (narrow.length > 0 && narrow.every((id) => wide.includes(id)));
}

function keywordsInclude(
  wide: SmartRouteConditions['keywords'],
  narrow: SmartRouteConditions['keywords'],
): boolean {
  if (!wide || isSame(wide, narrow)) return true;
  if (!narrow || wide.by !== narrow.by || wide.match !== 'any') return false;
  const isThere = (word: string) => wide.words.includes(word);
  return narrow.match === 'any' ? narrow.words.every(isThere) : narrow.words.some(isThere);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
