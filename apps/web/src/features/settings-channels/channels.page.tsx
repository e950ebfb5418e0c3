import { useState } from 'react';
import { Button, EmptyState } from '@mantine/core';
import { IconPlug, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { useNow } from '../../lib/clock';
import { ageOf, useFormats } from '../../lib/format';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
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
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setConnecting(true)}>
          {t('channels.connect')}
        </Button>
      }
    >
      <Loadable query={channels} failed={t('channels.failed')} skeleton={{ rows: 3, height: 68 }}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={<IconPlug stroke={1.4} />}
              title={t('channels.none')}
              description={t('channels.noneText')}
            />
          ) : (
            <ul className={classes.list} aria-label={t('channels.title')}>
              {all.map((channel) => (
                <Row key={channel.id} channel={channel} />
              ))}
            </ul>
          )
        }
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
    <li>
      <Link to={`/settings/channels/${channel.id}`} className={classes.row}>
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
      </Link>
    </li>
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
