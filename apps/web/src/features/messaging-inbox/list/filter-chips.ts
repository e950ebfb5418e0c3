import type { TFunction } from 'i18next';
import type { FilterName } from '@parley/contracts/api/chat-filters';
import { slaStages } from '@parley/contracts/rules/service-levels';
import type en from '../../../i18n/en.json';
import {
  useChannelsById,
  useLabelsById,
  useTagsById,
  useTeamsById,
  useUsersById,
} from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import type { ListKey } from '../cache/list-page';

export interface FilterOption {
  /** The value as the filter and the URL contain it. */
  value: string;
  label: string;
  /** Whether the option no longer exists: the panel does not offer it, but a pill may still show it. */
  isGone?: boolean;
}

/** A filter as the user sees it: its control in the filter panel and a pill for each of its values. */
export interface FilterChip {
  control: 'switch' | 'choices' | 'select';
  label(t: TFunction): string;
  useOptions(): FilterOption[];
  /** Text of a pill; missing: the label of the option. */
  pill?(t: TFunction, name: string): string;
  /** Whether the panel offers the filter for a list; missing: for every list. */
  isOffered?(key: ListKey): boolean;
}

/** All filters in the order of the panel; null for a filter that the panel does not show. */
export const filterChips: Record<FilterName, FilterChip | null> = {
  // Not in the panel: the search field above the list shows the keyword.
  keyword: null,
  read: {
    control: 'switch',
    label: (t) => t('filter.reading'),
    useOptions() {
      const { t } = useTranslation();
      return [
        { value: 'false', label: t('filter.unread') },
        { value: 'true', label: t('filter.read') },
      ];
    },
  },
  sla: {
    control: 'choices',
    label: (t) => t('sla.target'),
    useOptions() {
      const { t } = useTranslation();
      return slaStages.map((stage) => ({ value: stage, label: t(`sla.stage.${stage}`) }));
    },
  },
  channels: selectOf('channels', useChannelsById, ({ name }) => ({ label: name })),
  teams: {
    ...selectOf('teams', useTeamsById, ({ name }) => ({ label: name })),
    isOffered: ({ teamId }) => !teamId,
  },
  userIds: selectOf('userIds', useUsersById, ({ displayName, state }) => ({
    label: displayName,
    isGone: state === 'deleted',
  })),
  tags: selectOf('tags', useTagsById, ({ name }) => ({ label: name })),
  labelIds: selectOf('labelIds', useLabelsById, ({ name }) => ({ label: name })),
};

export const chipNames = (Object.keys(filterChips) as FilterName[]).filter(
  (name) => filterChips[name] !== null,
);

function selectOf<Row>(
  name: keyof (typeof en)['filter']['one'],
  useRows: () => ReadonlyMap<string, Row>,
  optionOf: (row: Row) => Omit<FilterOption, 'value'>,
): FilterChip {
  return {
    control: 'select',
    label: (t) => t(`filter.many.${name}`),
    useOptions: () => [...useRows()].map(([value, row]) => ({ value, ...optionOf(row) })),
    pill: (t, each) => t('filter.chip', { field: t(`filter.one.${name}`), name: each }),
  };
}
