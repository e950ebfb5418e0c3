import { Checkbox, NumberInput, Select, Stack } from '@mantine/core';
import { HIGHEST_CAP } from '@parley/contracts/routing/smart-route-rules';
import { useTranslation } from '../../lib/translation';
import type { RouteFieldsProps } from './route-values';
import type { Choice, Names } from './use-names';

/** Inputs for the assignee of a rule; for a team, also how it distributes conversations among its agents. */
export function AssigneeFields({ form, names }: RouteFieldsProps & { names: Names }) {
  const { t } = useTranslation();
  const { assignTo, userId, teamId } = form.values;
  const withGone = (choices: Choice[], id: string | null) =>
    id && !choices.some(({ value }) => value === id)
      ? [...choices, { value: id, label: t('routing.gone') }]
      : choices;
  return (
    <Stack gap={8}>
      <Select
        label={t('routing.assign')}
        allowDeselect={false}
        maw={240}
        data={(['nobody', 'user', 'team'] as const).map((value) => ({ value, label: t(`routing.${value}`) }))}
        {...form.getInputProps('assignTo')}
      />
      {assignTo === 'user' && (
        <Select
          label={t('routing.user')}
          searchable
          data={withGone(names.choices.user, userId)}
          {...form.getInputProps('userId')}
        />
      )}
      {assignTo === 'team' && (
        <Select
          label={t('routing.team')}
          searchable
          data={withGone(names.choices.team, teamId)}
          {...form.getInputProps('teamId')}
        />
      )}
      {assignTo === 'team' && <Sharing form={form} />}
    </Stack>
  );
}

function Sharing({ form }: RouteFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('routing.sharing')}
        description={t('routing.sharingHint')}
        allowDeselect={false}
        maw={360}
        data={(['whole', 'turn', 'fewest'] as const).map((value) => ({
          value,
          label: t(`routing.${value}`),
        }))}
        {...form.getInputProps('sharing')}
      />
      {form.values.sharing !== 'whole' && (
        <>
          <NumberInput
            label={t('routing.cap')}
            description={t('routing.capHint')}
            min={1}
            max={HIGHEST_CAP}
            allowDecimal={false}
            maw={240}
            {...form.getInputProps('cap')}
          />
          {(['onlyAvailable', 'lastAgentFirst', 'reassignsOffline'] as const).map((name) => (
            <Checkbox
              key={name}
              label={t(`routing.${name}`)}
              description={t(`routing.${name}Hint`)}
              {...form.getInputProps(name, { type: 'checkbox' })}
            />
          ))}
        </>
      )}
    </>
  );
}
