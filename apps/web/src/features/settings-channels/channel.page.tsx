import { EmptyState } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlug } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { ChannelSettings } from '@parley/contracts/events/channel.events';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { startFrom, useFollow } from '@parley/ui/edit-form';
import { Loadable } from '@parley/ui/loadable';
import { SaveBar } from '@parley/ui/save-bar';
import { SettingsPage } from '@parley/ui/settings-page';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { AccessSection } from './access-section';
import { AutomaticSection } from './automatic-section';
import { BusinessHoursSection } from './business-hours-section';
import type { ChannelForm } from './channel-form';
import {
  administeredQuery,
  useChangeChannel,
  type AdministeredChannel,
  type ChannelChange,
} from './channels-api';
import { ClosingDatesSection } from './closing-dates-section';
import { ConnectionSection } from './connection-section';
import { ConversationsSection } from './conversations-section';
import { GeneralSection } from './general-section';
import { brokenFields, showRefusal } from './refusal';
import { StatusBadge } from './status-badge';

/** One channel: how it works, who sees it, and its connection. */
export function Component() {
  const { t } = useTranslation();
  const { channelId = '' } = useParams();
  const channels = useQuery(administeredQuery);
  const channel = channels.data?.find(({ id }) => id === channelId);
  return (
    <SettingsPage
      title={channel?.name ?? t('channels.one')}
      intro={channel && <StatusBadge channel={channel} />}
      back={{ to: '/settings/channels', label: t('channels.title') }}
    >
      <Loadable query={channels} failed={t('channels.failed')}>
        {() => (channel ? <Channel key={channel.id} channel={channel} /> : <NoSuchChannel />)}
      </Loadable>
    </SettingsPage>
  );
}

function NoSuchChannel() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconPlug stroke={1.4} />}
      title={t('channels.missing')}
      description={errorText('not_found')}
    />
  );
}

function Channel({ channel }: { channel: AdministeredChannel }) {
  const { t } = useTranslation();
  const change = useChangeChannel(channel.id);
  const form = useForm<ChannelForm>({
    initialValues: formOf(channel),
    validate: ({ teamIds: _, userIds: __, ...settings }) => brokenFields(settings, channel),
  });
  useFollow(form, formOf(channel));
  const save = (wanted: ChannelForm) =>
    change.mutate(changeOf(form.getInitialValues(), wanted), {
      onSuccess: () => {
        startFrom(form, wanted);
        toastMessage(t('channels.saved'));
      },
      onError: (error) => showRefusal(form, error),
    });
  const hasFieldErrors = Object.keys(form.errors).length > 0;
  return (
    <>
      <form noValidate onSubmit={form.onSubmit(save)}>
        <GeneralSection form={form} />
        <ConversationsSection form={form} />
        <AutomaticSection form={form} />
        <BusinessHoursSection form={form} />
        <ClosingDatesSection form={form} />
        <AccessSection form={form} />
        <SaveBar
          isDirty={form.isDirty()}
          isSaving={change.isPending}
          error={
            hasFieldErrors
              ? t('channels.seeFields')
              : change.isError && form.isDirty()
                ? errorText(codeOf(change.error))
                : null
          }
          onReset={() => form.reset()}
        />
      </form>
      <ConnectionSection channel={channel} />
    </>
  );
}

function formOf({ administration: { settings, teamIds, userIds } }: AdministeredChannel): ChannelForm {
  return { ...settings, teamIds, userIds };
}

/** What was changed; of the members both lists, since they are set as one. */
function changeOf(before: ChannelForm, wanted: ChannelForm): ChannelChange {
  const isSame = (name: keyof ChannelForm) => JSON.stringify(before[name]) === JSON.stringify(wanted[name]);
  const { teamIds, userIds, ...settings } = wanted;
  const names = (Object.keys(settings) as (keyof ChannelSettings)[]).filter((name) => !isSame(name));
  return {
    settings: names.length > 0 ? Object.fromEntries(names.map((name) => [name, settings[name]])) : undefined,
    members: isSame('teamIds') && isSame('userIds') ? undefined : { teamIds, userIds },
  };
}
