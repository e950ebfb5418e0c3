import { useState } from 'react';
import { IconPlug } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Anchor, Button } from '@mantine/core';
import { AddButton, EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { SettingsPage } from '@parley/ui/settings-page';
import { useNow } from '../../lib/clock';
import { ageOf, useFormats } from '../../lib/format';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './channels.module.css';
import { byUrgency, statusOf } from './channel-status';
import { administeredQuery, useSwitchConnection, type AdministeredChannel } from './channels-api';
import { ConnectDialog } from './connect/connect-dialog';
import { MigrationRow } from './migration-row';
import { StatusBadge } from './status-badge';

/** Page of all channels of the organisation, with their status. */
export function Component() {
  const { t } = useTranslation();
  const channels = useQuery(administeredQuery);
  const [isConnecting, setConnecting] = useState(false);
  const now = useNow();
  return (
    <SettingsPage
      title={t('channels.title')}
      intro={t('channels.intro')}
      actions={<AddButton onClick={() => setConnecting(true)}>{t('channels.connect')}</AddButton>}
    >
      <Loadable query={channels} failed={t('channels.failed')} skeleton={{ rows: 3, height: 68 }}>
        {(all) => (
          <>
            <EntityList
              label={t('channels.title')}
              entities={byUrgency(all, now)}
              empty={{
                icon: <IconPlug stroke={1.4} />,
                title: t('channels.none'),
                text: t('channels.noneText'),
              }}
            >
              {(channel) => <Row key={channel.id} channel={channel} />}
            </EntityList>
            {all.some(({ provider }) => provider === 'messagebird') && <MigrationRow />}
          </>
        )}
      </Loadable>
      {isConnecting && <ConnectDialog onClose={() => setConnecting(false)} />}
    </SettingsPage>
  );
}

function Row({ channel }: { channel: AdministeredChannel }) {
  const { t } = useTranslation();
  const { settings, health } = channel.administration;
  const platform = t(`platform.${channel.platform}`);
  return (
    <li className={classes.row}>
      <span className={classes.mark}>
        <PlatformIcon platform={channel.platform} size={18} />
      </span>
      <span className={classes.what}>
        <Anchor component={Link} to={`/settings/channels/${channel.id}`} className={classes.title}>
          {channel.name}
        </Anchor>
        <span className={classes.dim}>
          {settings.internalName ? `${platform} · ${settings.name}` : platform}
        </span>
      </span>
      <span className={classes.health}>
        <StatusBadge channel={channel} />
        <span className={classes.dim}>
          <Last iso={health.lastInboundAt} name="lastIn" />
          {health.lastInboundAt && health.lastOutboundAt && ' · '}
          <Last iso={health.lastOutboundAt} name="lastOut" />
        </span>
        {health.failuresLastHour > 0 && (
          <span className={classes.failures}>
            {t('channels.failures', { count: health.failuresLastHour })}
          </span>
        )}
      </span>
      <Action channel={channel} />
    </li>
  );
}

/** Button for the action that a channel's status requires; nothing if the channel works. */
function Action({ channel }: { channel: AdministeredChannel }) {
  const { t } = useTranslation();
  const status = statusOf(channel, useNow());
  const change = useSwitchConnection(channel.id);
  const { id, name } = channel;
  if (status === 'disconnected') {
    return (
      <Button
        variant="default"
        size="compact-sm"
        className={classes.action}
        aria-label={t('channels.reconnectNamed', { name })}
        loading={change.isPending}
        onClick={() =>
          change.mutate('connect', {
            onSuccess: () => toastMessage(t('channels.connected', { name })),
            onError: (error) => toastFailure(error),
          })
        }
      >
        {t('channels.reconnect')}
      </Button>
    );
  }
  if (status !== 'failing' && status !== 'stopped' && status !== 'expired' && status !== 'expiring')
    return null;
  return (
    <Button
      component={Link}
      to={`/settings/channels/${id}?replace`}
      variant="default"
      size="compact-sm"
      className={classes.action}
      aria-label={t('channels.replaceTokenNamed', { name })}
    >
      {t('channels.replaceToken')}
    </Button>
  );
}

function Last({ iso, name }: { iso: string | null; name: 'lastIn' | 'lastOut' }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  if (!iso) return null;
  const { unit, value } = ageOf(iso, now);
  const age = unit === 'date' ? formats.shortDay(iso) : t(`age.${unit}`, { value });
  return <span title={formats.full(iso)}>{t(`channels.${name}`, { age })}</span>;
}
