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
  /** As queries have it. */
  value: string;
  label: string;
  /** The panel does not offer it; a pill may still name it. */
  isGone?: boolean;
}

/** A filter on the screen: its control in the panel and a pill for each of its values. */
export interface FilterChip {
  control: 'switch' | 'choices' | 'select';
  label(t: TFunction): string;
  useOptions(): FilterOption[];
  /** The text of a pill; absent: the label of its option. */
  pill?(t: TFunction, name: string): string;
  /** Absent: in every list. */
  isOffered?(key: ListKey): boolean;
}

/** Every filter, in the order of the panel. */
export const filterChips: Record<FilterName, FilterChip | null> = {
  // The field above the list shows the keyword.
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
