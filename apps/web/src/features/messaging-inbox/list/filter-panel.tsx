import { slaStages } from '@parley/contracts/rules/service-levels';
import { Button, Chip, Group, MultiSelect, SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { channelsQuery, labelsQuery, tagsQuery, teamsQuery, usersQuery } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useFilter, useListKey, type FilterField } from '../address';

/** The filters of a list. Each choice applies at once. */
export default function FilterPanel() {
  const { t } = useTranslation();
  const { teamId } = useListKey();
  const { filter, change, clear } = useFilter();
  const channels = useQuery(channelsQuery).data?.map(({ id, name }) => ({ value: id, label: name }));
  const teams = useQuery(teamsQuery).data?.map(({ id, name }) => ({ value: id, label: name }));
  const users = useQuery(usersQuery)
    .data?.filter(({ state }) => state !== 'deleted')
    .map(({ id, displayName }) => ({ value: id, label: displayName }));
  const tags = useQuery(tagsQuery).data?.map(({ id, name }) => ({ value: id, label: name }));
  const labels = useQuery(labelsQuery).data?.map(({ id, name }) => ({ value: id, label: name }));

  const field = (name: FilterField, data: { value: string; label: string }[] | undefined) => (
    <MultiSelect
      label={t(`filter.many.${name}`)}
      placeholder={filter[name] ? undefined : t('filter.any')}
      data={data ?? []}
      value={(filter[name] ?? []).filter((id) => data?.some(({ value }) => value === id))}
      onChange={(ids) => change({ [name]: ids })}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('filter.nothing')}
      comboboxProps={{ withinPortal: false }}
      maxDropdownHeight={180}
      size="sm"
    />
  );
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        aria-label={t('filter.reading')}
        value={filter.read === undefined ? 'all' : filter.read ? 'read' : 'unread'}
        onChange={(value) => change({ read: value === 'all' ? undefined : value === 'read' })}
        data={[
          { value: 'all', label: t('filter.all') },
          { value: 'unread', label: t('filter.unread') },
          { value: 'read', label: t('filter.read') },
        ]}
      />
      <Chip.Group multiple value={filter.sla ?? []} onChange={(sla) => change({ sla })}>
        <Group gap={6} role="group" aria-label={t('sla.target')}>
          {slaStages.map((stage) => (
            <Chip key={stage} value={stage} size="xs">
              {t(`sla.stage.${stage}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {field('channels', channels)}
      {!teamId && field('teams', teams)}
      {field('userIds', users)}
      {field('tags', tags)}
      {field('labelIds', labels)}
      <Group justify="flex-end">
        <Button
          variant="default"
          size="compact-sm"
          disabled={Object.keys(filter).length === 0}
          onClick={clear}
        >
          {t('filter.clear')}
        </Button>
      </Group>
    </Stack>
  );
}
