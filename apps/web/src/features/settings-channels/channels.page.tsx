import { useState } from 'react';
import { IconPlug } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AddButton, EntityLink, EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { SettingsPage } from '@parley/ui/settings-page';
import { useNow } from '../../lib/clock';
import { ageOf, useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import classes from './channels.module.css';
import { administeredQuery, type AdministeredChannel } from './channels-api';
import { ConnectDialog } from './connect-dialog';
import { StatusBadge } from './status-badge';

/** Every channel of the organisation, and how each is doing. */
export function Component() {
  const { t } = useTranslation();
  const channels = useQuery(administeredQuery);
  const [isConnecting, setConnecting] = useState(false);
  return (
    <SettingsPage
      title={t('channels.title')}
      intro={t('channels.intro')}
      actions={<AddButton onClick={() => setConnecting(true)}>{t('channels.connect')}</AddButton>}
    >
      <Loadable query={channels} failed={t('channels.failed')} skeleton={{ rows: 3, height: 68 }}>
        {(all) => (
          <EntityList
            label={t('channels.title')}
            entities={all}
            empty={{
              icon: <IconPlug stroke={1.4} />,
              title: t('channels.none'),
              text: t('channels.noneText'),
            }}
          >
            {(channel) => <Row key={channel.id} channel={channel} />}
          </EntityList>
        )}
      </Loadable>
      <ConnectDialog isOpen={isConnecting} onClose={() => setConnecting(false)} />
    </SettingsPage>
  );
}

function Row({ channel }: { channel: AdministeredChannel }) {
  const { t } = useTranslation();
  const { settings, health } = channel.administration;
  const platform = t(`platform.${channel.platform}`);
  return (
    <EntityLink to={`/settings/channels/${channel.id}`} className={classes.row}>
      <span className={classes.mark}>
        <PlatformIcon platform={channel.platform} size={18} />
      </span>
      <span className={classes.what}>
        <span className={classes.title}>{channel.name}</span>
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
      </span>
    </EntityLink>
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
