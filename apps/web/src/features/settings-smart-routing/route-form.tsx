import { MultiSelect, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core';
import { MAX_TITLE_LENGTH, MAX_FIRST_MESSAGES } from '@parley/contracts/routing/smart-route-rules';
import { SettingsSection } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import { AssigneeFields } from './assignee-fields';
import { ContactFields } from './contact-fields';
import { HoursFields } from './hours-fields';
import { KeywordFields } from './keyword-fields';
import type { RouteFieldsProps } from './route-values';
import type { Choice, Names } from './use-names';

export function RouteFields({ form, names }: RouteFieldsProps & { names: Names }) {
  const { t } = useTranslation();
  return (
    <>
      <Stack gap={20} mt={16}>
        <TextInput label={t('routing.name')} maxLength={MAX_TITLE_LENGTH} {...form.getInputProps('title')} />
        <Switch label={t('routing.isOn')} {...form.getInputProps('isOn', { type: 'checkbox' })} />
      </Stack>
      <SettingsSection title={t('routing.when')} intro={t('routing.whenIntro')}>
        <Stack gap={20} mt={16}>
          <Many
            form={form}
            name="channelIds"
            label={t('routing.channels')}
            choices={names.choices.channel}
            none={t('routing.anyChannel')}
          />
          {(names.choices.identity.length > 0 || form.values.identityIds.length > 0) && (
            <Many
              form={form}
              name="identityIds"
              label={t('routing.identities')}
              choices={names.choices.identity}
              none={t('routing.anyIdentity')}
            />
          )}
          <KeywordFields form={form} />
          <NumberInput
            label={t('routing.first')}
            description={t('routing.firstHint')}
            min={1}
            max={MAX_FIRST_MESSAGES}
            allowDecimal={false}
            maw={240}
            {...form.getInputProps('firstMessages')}
          />
          <ContactFields form={form} fields={names.choices.field} />
          {(names.choices.template.length > 0 || form.values.templateIds.length > 0) && (
            <Many
              form={form}
              name="templateIds"
              label={t('routing.templates')}
              choices={names.choices.template}
              none={t('routing.anyTemplate')}
            />
          )}
          <HoursFields form={form} />
        </Stack>
      </SettingsSection>
      <SettingsSection title={t('routing.then')} intro={t('routing.byHand')}>
        <Stack gap={20} mt={16}>
          <AssigneeFields form={form} names={names} />
          <Many form={form} name="addTagIds" label={t('routing.addTags')} choices={names.choices.tag} />
          <Many form={form} name="removeTagIds" label={t('routing.removeTags')} choices={names.choices.tag} />
          <Many form={form} name="addLabelIds" label={t('routing.addLabels')} choices={names.choices.label} />
          <Many
            form={form}
            name="removeLabelIds"
            label={t('routing.removeLabels')}
            choices={names.choices.label}
          />
          <Many form={form} name="addListIds" label={t('routing.addLists')} choices={names.choices.list} />
          <Many
            form={form}
            name="removeListIds"
            label={t('routing.removeLists')}
            choices={names.choices.list}
          />
          <Select
            label={t('routing.priority')}
            allowDeselect={false}
            maw={240}
            data={(['asItIs', 'high', 'normal'] as const).map((value) => ({
              value,
              label: t(`routing.${value}`),
            }))}
            {...form.getInputProps('priority')}
          />
        </Stack>
      </SettingsSection>
    </>
  );
}

type ManyName =
  | 'channelIds'
  | 'identityIds'
  | 'templateIds'
  | 'addTagIds'
  | 'removeTagIds'
  | 'addLabelIds'
  | 'removeLabelIds'
  | 'addListIds'
  | 'removeListIds';

/** Select for several entities; chosen ones that were deleted stay and are marked as deleted. */
function Many({
  form,
  name,
  label,
  choices,
  none,
}: RouteFieldsProps & {
  name: ManyName;
  label: string;
  choices: Choice[];
  none?: string;
}) {
  const { t } = useTranslation();
  const chosen = form.values[name];
  const gone = chosen.filter((id) => !choices.some(({ value }) => value === id));
  if (choices.length === 0 && chosen.length === 0 && !none) return null;
  return (
    <MultiSelect
      label={label}
      searchable
      data={[...choices, ...gone.map((value) => ({ value, label: t('routing.gone') }))]}
      placeholder={chosen.length === 0 ? none : undefined}
      {...form.getInputProps(name)}
    />
  );
}
