import { Button, EmptyState, Menu } from '@mantine/core';
import { IconChevronDown, IconFileExport } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { exportKinds } from '@parley/contracts/api/exports';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { can, useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { ExportItem } from './export-item';
import { exportsQuery, useLiveExports } from './exports-api';
import classes from './exports.module.css';
import { useSecondsUntil } from './use-seconds-until';

/** Page of exports with progress and files: the user's own; administrators see those of all users. */
export function Component() {
  const { t } = useTranslation();
  const { user } = useMe();
  const query = useInfiniteQuery(exportsQuery(user.id));
  useLiveExports(query.refetch);
  const wait = useSecondsUntil(query.data?.pages[0]?.nextAt ?? null);
  return (
    <SettingsPage wide title={t('exports.title')} actions={<NewExport />}>
      <Loadable query={query} failed={t('exports.failed')} skeleton={{ rows: 5, height: 64 }}>
        {({ pages }) =>
          pages.every(({ data }) => data.length === 0) ? (
            <EmptyState
              icon={<IconFileExport stroke={1.4} />}
              title={t('exports.none')}
              description={t('exports.noneText')}
            >
              <EmptyState.Actions>
                <Button component={Link} to="/exports/conversations">
                  {t('exports.exportKind.conversations')}
                </Button>
              </EmptyState.Actions>
            </EmptyState>
          ) : (
            <>
              <ul className={classes.list} aria-label={t('exports.title')}>
                {pages.flatMap(({ data }) =>
                  data.map((one) => <ExportItem key={one.id} exported={one} wait={wait} />),
                )}
              </ul>
              {query.hasNextPage && (
                <Button
                  mt={16}
                  variant="default"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t('exports.older')}
                </Button>
              )}
            </>
          )
        }
      </Loadable>
    </SettingsPage>
  );
}

function NewExport() {
  const { t } = useTranslation();
  const { ability } = useMe();
  const kinds = exportKinds.filter(
    (kind) =>
      (kind !== 'audit' || can(ability, 'read', 'audit')) &&
      (kind !== 'metrics' || can(ability, 'read', 'insights')),
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={16} aria-hidden />}>{t('exports.new')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} component={Link} to={`/exports/${kind}`}>
            {t(`exports.exportKind.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
