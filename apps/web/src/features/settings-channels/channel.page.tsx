import { IconPlug } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { EntityForm } from '@parley/ui/entity-form';
import { EntityPage } from '@parley/ui/entity-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
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
import { HealthSection } from './health-section';
import { MailboxHealth } from './mailbox/mailbox-health';
import { MailboxSection } from './mailbox/mailbox-section';
import { brokenFields, refusalWords } from './refusal';
import { manifestOf } from './manifests';
import { SendersSection } from './senders-section';
import { StatusBadge } from './status-badge';
import { WebChatSection } from './web-chat/web-chat-section';

/** Page of one channel: settings, access and connection. */
export function Component() {
  const { t } = useTranslation();
  const { channelId } = useParams();
  return (
    <EntityPage
      query={useQuery(administeredQuery)}
      find={(channels) => channels.find(({ id }) => id === channelId)}
      titleOf={({ name }) => name}
      title={t('channels.one')}
      introOf={(channel) => <StatusBadge channel={channel} />}
      back={{ to: '/settings/channels', label: t('channels.title') }}
      failed={t('channels.failed')}
      missing={t('channels.missing')}
      icon={<IconPlug stroke={1.4} />}
    >
      {(channel) => <Channel key={channel.id} channel={channel} />}
    </EntityPage>
  );
}

function Channel({ channel }: { channel: AdministeredChannel }) {
  const { t } = useTranslation();
  const entity = useEntityForm({
    values: formOf(channel),
    rules: ({ teamIds: _, userIds: __, ...settings }) => brokenFields(settings, channel),
    wordsOf: refusalWords,
    command: useChangeChannel(channel.id),
    request: changeOf,
    onSaved: () => toastMessage(t('channels.saved')),
  });
  const { form } = entity;
  return (
    <>
      <HealthSection channel={channel} />
      {channel.provider === 'email' && <MailboxHealth channel={channel} />}
      <EntityForm entity={entity} invalid={t('channels.seeFields')}>
        <GeneralSection form={form} />
        {channel.provider === 'email' && <MailboxSection form={form} channel={channel} />}
        {channel.provider === 'web-chat' && <WebChatSection form={form} channel={channel} />}
        <ConversationsSection form={form} />
        <AutomaticSection form={form} platform={channel.platform} />
        <BusinessHoursSection form={form} />
        <ClosingDatesSection form={form} />
        <AccessSection form={form} />
      </EntityForm>
      {manifestOf(channel.provider).hasSeveralSenders && <SendersSection channel={channel} />}
      <ConnectionSection channel={channel} />
    </>
  );
}

function formOf({ administration: { settings, teamIds, userIds } }: AdministeredChannel): ChannelForm {
  return { ...settings, teamIds, userIds };
}

/**
 * Splits changed values into settings and members. Sends both lists of members if either was changed, since the API
 * sets them together.
 */
function changeOf(wanted: ChannelForm, changed: Partial<ChannelForm>): ChannelChange {
  const { teamIds, userIds, ...settings } = changed;
  const areMembers = teamIds !== undefined || userIds !== undefined;
  return {
    settings: Object.keys(settings).length > 0 ? settings : undefined,
    members: areMembers ? { teamIds: wanted.teamIds, userIds: wanted.userIds } : undefined,
  };
}
