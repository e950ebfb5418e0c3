import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { BROADCAST_DESCRIPTION_LENGTH, BROADCAST_NAME_LENGTH } from '@parley/contracts/api/broadcasts';
import { replyRules, type ReplyRule } from '@parley/contracts/events';
import { useTeamsById, useUsersById } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import type { StepProps } from './steps';

export function NameStep({ content, change }: StepProps) {
  const { t } = useTranslation();
  const users = useUsersById();
  const teams = useTeamsById();
  const { to, id } = content.replies;
  const choices =
    to === 'team'
      ? [...teams.values()].map(({ id: value, name }) => ({ value, label: name }))
      : [...users.values()]
          .filter(({ active }) => active)
          .map(({ id: value, displayName }) => ({ value, label: displayName }));
  return (
    <Stack maw={640}>
      <TextInput
        label={t('engage.name')}
        description={t('engage.nameHint')}
        required
        maxLength={BROADCAST_NAME_LENGTH}
        value={content.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Textarea
        label={t('engage.description')}
        maxLength={BROADCAST_DESCRIPTION_LENGTH}
        autosize
        minRows={2}
        value={content.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <Select
        label={t('engage.replies')}
        allowDeselect={false}
        data={replyRules.map((value) => ({ value, label: t(`engage.repliesTo.${value}`) }))}
        value={to}
        onChange={(value) => change({ replies: { to: value as ReplyRule, id: null } })}
      />
      {(to === 'team' || to === 'user') && (
        <Select
          label={t(`engage.repliesTo.${to}`)}
          required
          searchable
          data={choices}
          value={id}
          onChange={(value) => change({ replies: { to, id: value } })}
        />
      )}
    </Stack>
  );
}
