import { MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { sends } from '@parley/contracts/channels/offers';
import {
  emptyTemplate,
  templateCategories,
  type TemplateCategory,
} from '@parley/contracts/events/template-content';
import { templateNameOf } from '@parley/contracts/rules/template-rules';
import { EntityForm } from '@parley/ui/entity-form';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { channelsQuery } from '../../lib/directory';
import { useSave } from '../../lib/resource';
import { languageName, templatesQuery } from '../../lib/templates';
import { useTranslation } from '../../lib/translation';
import { templateLanguages } from './languages';
import { templates, writtenOf, type NewTemplate } from './templates-api';

const none = {
  channelIds: [] as string[],
  name: '',
  language: 'en',
  category: 'utility' as TemplateCategory,
};

/**
 * Page for the first step of a new template: channels, name and language. The content is written on the template's
 * own page.
 */
export function Component() {
  const { t } = useTranslation();
  const channels = useQuery(channelsQuery);
  const all = useQuery(templatesQuery);
  // A template in another language (`of`) or a copy (`copy`) starts with the content of an existing template.
  const [asked] = useSearchParams();
  const [of, isCopy] = [asked.get('of'), asked.has('copy')];
  return (
    <SettingsPage
      title={t(of && !isCopy ? 'templates.addLanguage' : 'templates.add')}
      intro={t('templates.addIntro')}
      back={{ to: '/settings/whatsapp-templates', label: t('templates.title') }}
    >
      <Loadable query={channels} failed={t('templates.failed')}>
        {(known) => (
          <Loadable query={all} failed={t('templates.failed')}>
            {({ data }) => {
              const able = known.filter(
                (channel) => channel.platform === 'whatsapp' && sends(channel, 'template'),
              );
              const source = data.find(({ id }) => id === of);
              const written = source && writtenOf(source);
              const start: NewTemplate = written
                ? {
                    ...written,
                    name: isCopy ? `${written.name}_copy` : written.name,
                    channelIds: source.channelIds,
                  }
                : { ...none, content: emptyTemplate, channelIds: able.length === 1 ? [able[0]!.id] : [] };
              return <NewTemplateForm channels={able} start={start} />;
            }}
          </Loadable>
        )}
      </Loadable>
    </SettingsPage>
  );
}

function NewTemplateForm({
  channels,
  start,
}: {
  channels: { id: string; name: string }[];
  start: NewTemplate;
}) {
  const { t, language } = useTranslation();
  const navigate = useNavigate();
  const entity = useEntityForm({
    values: start,
    rules: {
      channelIds: (value: string[]) => (value.length > 0 ? null : t('templates.rules.channel_missing')),
      name: (value: string) => (/^[a-z0-9_]{1,512}$/.test(value) ? null : t('templates.rules.name_invalid')),
    },
    fieldOf: {
      template_name_taken: 'name',
      template_without_channel: 'channelIds',
      template_providers_mixed: 'channelIds',
      template_accounts_mixed: 'channelIds',
    },
    command: useSave<NewTemplate>(templates),
    request: (wanted) => wanted,
    isProposal: true,
    onSaved: (answer) => {
      const { id } = answer as unknown as { id: string };
      void navigate(`/settings/whatsapp-templates/${id}`);
    },
  });
  const { form } = entity;
  return (
    <EntityForm entity={entity} label={t('templates.create')}>
      <Stack gap={16} mt={16}>
        <MultiSelect
          label={t('templates.channels')}
          description={t('templates.channelsHint')}
          searchable
          data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('channelIds')}
        />
        <TextInput
          label={t('templates.name')}
          description={t('templates.nameHint')}
          placeholder="order_update"
          maxLength={512}
          {...form.getInputProps('name')}
          onChange={(event) => form.setFieldValue('name', templateNameOf(event.currentTarget.value))}
        />
        <Select
          label={t('templates.language')}
          searchable
          allowDeselect={false}
          data={templateLanguages.map((code) => ({
            value: code,
            label: `${languageName(code, language)} (${code})`,
          }))}
          {...form.getInputProps('language')}
        />
        <Select
          label={t('templates.category')}
          allowDeselect={false}
          data={templateCategories.map((value) => ({ value, label: t(`templates.categories.${value}`) }))}
          {...form.getInputProps('category')}
        />
      </Stack>
    </EntityForm>
  );
}
