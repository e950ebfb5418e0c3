import { Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AddButton, EntityLink, EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import { ipWhitelistQuery } from './ip-api';
import classes from './ip.module.css';

/** Page of the IP addresses from which the organisation's users can sign in and use the API. */
export function Component() {
  const { t } = useTranslation();
  const whitelist = useQuery(ipWhitelistQuery);
  const isOn = (whitelist.data?.data.length ?? 0) > 0;
  return (
    <SettingsPage
      title={t('ip.title')}
      intro={t('ip.intro')}
      actions={<AddButton to="/settings/ip-whitelisting/add">{t('ip.add')}</AddButton>}
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
            <EntityList
              label={t('ip.title')}
              entities={data}
              empty={{ icon: <IconShieldLock stroke={1.4} />, title: t('ip.none'), text: t('ip.noneText') }}
            >
              {({ id, name, address }) => (
                <EntityLink key={id} to={`/settings/ip-whitelisting/${id}`} className={classes.row}>
                  <span className={classes.name}>{name}</span>
                  <code className={classes.address}>{address}</code>
                </EntityLink>
              )}
            </EntityList>
          </>
        )}
      </Loadable>
    </SettingsPage>
  );
}
