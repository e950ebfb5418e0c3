import { useState } from 'react';
import { Button, Group, Modal, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Chat, Page } from '@parley/contracts/api/conversations';
import { teamsQuery, useTeamsById, usersQuery } from '../../../lib/directory';
import { useFormats } from '../../../lib/format';
import { errorText } from '../../../lib/i18n';
import { codeOf } from '../../../lib/problem';
import { useTranslation } from '../../../lib/translation';
import { useListKey } from '../address';
import { toAssignee } from '../thread/assignees';
import { useLayout } from '../use-layout';
import { useAssignAll } from './use-assign-all';

const nobody = { assignedUserId: null, assignedTeamId: null };

/** Dialog that asks for the new assignee of all conversations in the list and shows their number. */
export default function AssignAllDialog({ page, onClose }: { page: Page<Chat>; onClose: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { isNarrow } = useLayout();
  const { list, teamId, filter, sortBy } = useListKey();
  const team = useTeamsById().get(teamId ?? '');
  const assignees = useAssignees();
  const start = useAssignAll();
  const [chosen, setChosen] = useState<string | null>(null);
  const name = assignees.flatMap(({ items }) => items).find(({ value }) => value === chosen)?.label;
  const formatted = `${number(page.total)}${page.isTotalCapped ? '+' : ''}`;
  const many = { count: page.total, formatted };
  const submit = () => {
    if (chosen === null) return;
    const of = { list, ...(teamId && { teamId }), ...filter, sortBy };
    start.mutate(
      { ...of, minPosition: page.position, to: toAssignee(chosen, nobody) },
      { onSuccess: onClose },
    );
  };
  const size = isNarrow ? 'md' : 'compact-md';
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('assignAll.title', many)}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text size="sm">{t('assignAll.what', { list: team?.name ?? t(`lists.${list}`) })}</Text>
      <Select
        mt="md"
        label={t('assignAll.to')}
        placeholder={t('assign.search')}
        data={assignees.map(({ group, items }) => ({ group, items }))}
        value={chosen}
        onChange={setChosen}
        searchable
        selectFirstOptionOnChange
        // Without this, the list drops the option selected by typing when it opens, and Enter chooses nothing if the
        // user types fast.
        selectFirstOptionOnDropdownOpen
        comboboxProps={{ transitionProps: { duration: 0 } }}
        // The field has the dialog's initial focus, but its list stays closed because it would cover the buttons.
        openOnFocus={false}
        data-autofocus
        nothingFoundMessage={t('assign.nothing')}
        maxDropdownHeight={260}
      />
      <Text size="sm" mt="md" mih={42} role="status">
        {name !== undefined && t('assignAll.confirm', { ...many, name })}
      </Text>
      {start.isError && (
        <Text size="sm" c="var(--red)" role="alert">
          {errorText(codeOf(start.error))}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" size={size} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button size={size} disabled={name === undefined} loading={start.isPending} onClick={submit}>
          {t('assignAll.start', { formatted })}
        </Button>
      </Group>
    </Modal>
  );
}

/** All users and teams, as options of a select field. */
function useAssignees() {
  const { t } = useTranslation();
  const { data: everybody = [] } = useQuery(usersQuery);
  const { data: teams = [] } = useQuery(teamsQuery);
  const users = everybody.filter(({ active }) => active);
  return [
    {
      group: t('assign.users'),
      items: users.map(({ id, displayName }) => ({ value: `user/${id}`, label: displayName })),
    },
    { group: t('assign.teams'), items: teams.map(({ id, name }) => ({ value: `team/${id}`, label: name })) },
  ];
}
