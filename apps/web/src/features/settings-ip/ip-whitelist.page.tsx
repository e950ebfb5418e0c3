import { Button, EmptyState, Text } from '@mantine/core';
import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import { ipWhitelistQuery } from './ip-api';
import classes from './ip.module.css';

/** The addresses from which the organisation may be used. */
export function Component() {
  const { t } = useTranslation();
  const whitelist = useQuery(ipWhitelistQuery);
  const isOn = (whitelist.data?.data.length ?? 0) > 0;
  return (
    <SettingsPage
      title={t('ip.title')}
      intro={t('ip.intro')}
      actions={
        <Button component={Link} to="/settings/ip-whitelisting/add" leftSection={<IconPlus size={16} />}>
          {t('ip.add')}
        </Button>
      }
    >
      <Loadable query={whitelist} failed={t('ip.failed')}>
        {({ data, ownAddress }) => (
          <>
            <div className={classes.state} data-on={isOn || undefined}>
              <IconShieldLock size={20} stroke={1.6} aria-hidden />
              <div>
                <Text size="md" fw={600}>
                  {t(isOn ? 'ip.on' : 'ip.off')}
                </Text>
                <Text size="sm" c="dimmed">
                  {t('ip.own', { address: ownAddress })}
                </Text>
              </div>
            </div>
            {data.length === 0 ? (
              <EmptyState
                icon={<IconShieldLock stroke={1.4} />}
                title={t('ip.none')}
                description={t('ip.noneText')}
              />
            ) : (
              <ul className={classes.list} aria-label={t('ip.title')}>
                {data.map(({ id, name, address }) => (
                  <li key={id}>
                    <Link to={`/settings/ip-whitelisting/${id}`} className={classes.row}>
                      <span className={classes.name}>{name}</span>
                      <code className={classes.address}>{address}</code>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loadable>
    </SettingsPage>
  );
}
