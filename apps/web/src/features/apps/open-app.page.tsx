import { EmptyState, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconApps } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { Loadable } from '@parley/ui/loadable';
import { useTranslation } from '../../lib/translation';
import { appsQuery } from './apps-api';
import { AppFrame } from './frame/app-frame';
import classes from './frame/app-frame.module.css';

export function Component() {
  const { t } = useTranslation();
  const { appName = '' } = useParams();
  const query = useQuery(appsQuery);
  const app = query.data?.find(
    ({ packageName, places, state }) =>
      packageName === appName.toLowerCase() && places.page !== undefined && state === 'active',
  );
  useDocumentTitle(`${app?.name ?? t('apps.one')} · Parley`);
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <Title order={1} size={16}>
          {app?.name ?? t('apps.one')}
        </Title>
      </div>
      <Loadable query={query} failed={t('apps.failed')}>
        {() =>
          app ? (
            <AppFrame key={app.id} app={app} place="page" />
          ) : (
            <EmptyState
              icon={<IconApps stroke={1.4} />}
              title={t('apps.frame.notHere')}
              description={t('apps.frame.notHereText')}
            />
          )
        }
      </Loadable>
    </div>
  );
}
