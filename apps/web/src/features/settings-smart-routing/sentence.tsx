import type { SmartRouteContent } from '@parley/contracts/events/smart-route.events';
import { useTranslation } from '../../lib/translation';
import type { Names } from './use-names';

type Rule = Pick<SmartRouteContent, 'conditions' | 'actions'>;

/** @returns a function that describes a rule in two clauses: its conditions and its actions */
export function useSentence(names: Names): (rule: Rule) => { when: string; then: string } {
  const { t, language } = useTranslation();
  const list = (all: string[], type: 'conjunction' | 'disjunction') =>
    new Intl.ListFormat(language, { type }).format(all);
  const named = (kind: Parameters<Names['of']>[0], ids: string[], type: 'conjunction' | 'disjunction') =>
    list(
      ids.map((id) => names.of(kind, id)),
      type,
    );
  return ({ conditions, actions }) => {
    const { channelIds, identityIds, keywords, firstMessages, contact, templateIds, hours } = conditions;
    const when: string[] = [];
    if (channelIds.length > 0)
      when.push(t('routing.says.channels', { names: named('channel', channelIds, 'disjunction') }));
    if (identityIds.length > 0)
      when.push(t('routing.says.identities', { names: named('identity', identityIds, 'disjunction') }));
    if (keywords) {
      const words = list(
        keywords.words.map((word) => `“${word}”`),
        keywords.match === 'all' ? 'conjunction' : 'disjunction',
      );
      when.push(t(`routing.says.${keywords.by}`, { words }));
    }
    if (firstMessages !== null) when.push(t('routing.says.first', { count: firstMessages }));
    for (const { field, is, value } of contact) {
      const shown = is === 'empty' ? '' : `“${value}”`;
      const comparison = is === 'contains' ? t('routing.contains').toLowerCase() : t(`routing.${is}`);
      when.push(
        t('routing.says.contact', { field: names.of('field', field), comparison, value: shown }).trim(),
      );
    }
    if (templateIds.length > 0)
      when.push(t('routing.says.templates', { names: named('template', templateIds, 'disjunction') }));
    if (hours) when.push(t(`routing.says.${hours.is}`, { zone: hours.hours.timeZone }));
    const then: string[] = [];
    if (actions.userId) then.push(t('routing.says.assign', { name: names.of('user', actions.userId) }));
    if (actions.teamId) then.push(t('routing.says.assign', { name: names.of('team', actions.teamId) }));
    if (actions.sharing) {
      const { by, cap } = actions.sharing;
      const how = t(`routing.says.${by}`);
      then.push(cap === null ? how : t('routing.says.capped', { how, count: cap }));
    }
    const marks = [
      ['tag', 'tag', actions.addTagIds],
      ['untag', 'tag', actions.removeTagIds],
      ['label', 'label', actions.addLabelIds],
      ['unlabel', 'label', actions.removeLabelIds],
      ['list', 'list', actions.addListIds],
      ['unlist', 'list', actions.removeListIds],
    ] as const;
    for (const [what, kind, ids] of marks)
      if (ids.length > 0) then.push(t(`routing.says.${what}`, { names: named(kind, ids, 'conjunction') }));
    if (actions.highPriority !== null)
      then.push(t(actions.highPriority ? 'routing.says.prioritise' : 'routing.says.unprioritise'));
    return {
      when:
        when.length === 0
          ? t('routing.says.always')
          : t('routing.says.when', { what: list(when, 'conjunction') }),
      then: t('routing.says.then', {
        what: then.length === 0 ? t('routing.says.nothing') : list(then, 'conjunction'),
      }),
    };
  };
}
