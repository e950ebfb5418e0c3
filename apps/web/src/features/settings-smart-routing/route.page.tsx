import { useState } from 'react';
import { Button, Text } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import type { SmartRouteResponse } from '@parley/contracts/api/smart-routes';
import type { SmartRouteContent } from '@parley/contracts/events/smart-route.events';
import { DangerBox, DangerRow } from '@parley/ui/danger';
import { ConfirmDialog } from '@parley/ui/dialog';
import { EntityForm } from '@parley/ui/entity-form';
import { EntityPage } from '@parley/ui/entity-page';
import { Loadable } from '@parley/ui/loadable';
import { SettingsSection } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { useUsersById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { can, useMe } from '../../lib/me';
import { useDelete, useSave } from '../../lib/resource';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { Preview } from './preview';
import { contentOf, formOf, RouteFields, routeRefusals, useRouteRules } from './route-form';
import { RouteWarnings } from './route-warnings';
import { routes, routesQuery, useRestore, versionsQuery } from './routing-api';
import { useNames } from './use-names';
import classes from './routing.module.css';

/** One rule: its form, what it said before, and its deletion. */
export function Component() {
  const { t } = useTranslation();
  const { routeId } = useParams();
  return (
    <EntityPage
      wide
      query={useQuery(routesQuery)}
      find={(all) => all.find(({ id }) => id === routeId)}
      titleOf={({ title }) => title}
      title={t('routing.one')}
      back={{ to: '/settings/smart-routing', label: t('routing.title') }}
      failed={t('routing.failed')}
      missing={t('routing.missing')}
      icon={<IconRoute stroke={1.4} />}
    >
      {(route, all) => <Rule key={route.id} route={route} all={all} />}
    </EntityPage>
  );
}

function Rule({ route, all }: { route: SmartRouteResponse; all: SmartRouteResponse[] }) {
  const { t } = useTranslation();
  const names = useNames();
  // The version that this form began with: a colleague's change meanwhile is not overwritten unseen.
  const entity = useEntityForm({
    values: formOf(route),
    rules: useRouteRules(),
    fieldOf: routeRefusals,
    command: useSave<SmartRouteContent>(routes, route.id),
    request: contentOf,
    onSaved: () => toastMessage(t('routing.saved')),
  });
  return (
    <>
      <RouteWarnings route={route} all={all} />
      <div className={classes.split}>
        <EntityForm entity={entity}>
          <RouteFields form={entity.form} names={names} />
        </EntityForm>
        <Preview content={contentOf(entity.form.values)} names={names} />
      </div>
      <Versions route={route} />
      <Remove route={route} />
    </>
  );
}

function Versions({ route }: { route: SmartRouteResponse }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const users = useUsersById();
  const query = useQuery(versionsQuery(route.id));
  const restore = useRestore(route.id);
  return (
    <SettingsSection title={t('routing.versions')}>
      <Loadable query={query} failed={t('routing.failed')}>
        {(versions) => (
          <>
            {versions.map(({ version, at, by, title }) => (
              <div key={version} className={classes.version}>
                <span>
                  {t('routing.version', { version })}: {title}
                  <Text size="xs" c="dimmed">
                    {t('routing.versionBy', {
                      time: formats.full(at),
                      name: (by && users.get(by)?.displayName) || '–',
                    })}
                  </Text>
                </span>
                {version === route.version ? (
                  <Text size="sm" c="dimmed">
                    {t('routing.current')}
                  </Text>
                ) : (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t('routing.restoreOne', { version })}
                    disabled={restore.isPending}
                    onClick={() =>
                      restore.mutate(version, {
                        onSuccess: () => toastMessage(t('routing.restored', { version })),
                      })
                    }
                  >
                    {t('routing.restore')}
                  </Button>
                )}
              </div>
            ))}
          </>
        )}
      </Loadable>
    </SettingsSection>
  );
}

function Remove({ route }: { route: SmartRouteResponse }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { ability } = useMe();
  const remove = useDelete(routes, route.id);
  const [isAsking, setAsking] = useState(false);
  if (!can(ability, 'delete', 'smart-routing')) return null;
  return (
    <SettingsSection title={t('routing.deleteSection')}>
      <DangerBox>
        <DangerRow hint={t('routing.deleteHint')}>
          <Button variant="default" c="var(--red)" onClick={() => setAsking(true)}>
            {t('routing.delete')}
          </Button>
        </DangerRow>
      </DangerBox>
      <ConfirmDialog
        opened={isAsking}
        title={t('routing.deleteTitle', { title: route.title })}
        confirm={t('routing.delete')}
        action={() => remove.mutateAsync()}
        onDone={() => {
          toastMessage(t('routing.deleted'));
          void navigate('/settings/smart-routing');
        }}
        onClose={() => setAsking(false)}
      >
        {t('routing.deleteHint')}
      </ConfirmDialog>
    </SettingsSection>
  );
}
