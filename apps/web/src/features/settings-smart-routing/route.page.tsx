import { useState } from 'react';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import type { SmartRouteResponse, SmartRouteVersionResponse } from '@parley/contracts/api/smart-routes';
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
import { changedParts } from './changed-parts';
import { Preview } from './preview';
import { RouteFields } from './route-form';
import { contentOf, formOf, routeRefusals, useRouteRules, type RouteForm } from './route-values';
import { RouteWarnings } from './route-warnings';
import { routes, routesQuery, useRestore, versionsQuery } from './routing-api';
import { useNames } from './use-names';
import classes from './routing.module.css';

/** Page of one rule: its form, its earlier versions, and its deletion. */
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
  // The rule's version that the user has seen; saving names it, so that a colleague's change cannot be overwritten
  // unnoticed.
  const [seen, setSeen] = useState(route.version);
  const entity = useEntityForm({
    values: formOf(route),
    rules: useRouteRules(),
    fieldOf: routeRefusals,
    command: useSave<SmartRouteContent & { version: number }>(routes, route.id),
    request: (form) => ({ ...contentOf(form), version: seen }),
    onSaved: (_, wanted) => {
      // Saving creates version `seen + 1`, unless nothing was changed.
      if (!says(route, wanted)) setSeen(seen + 1);
      toastMessage(t('routing.saved'));
    },
  });
  // Without unsaved changes of their own, the user sees each version that colleagues save.
  const isBehind = seen < route.version;
  const isOverwriting = isBehind && entity.isDirty && !says(route, entity.form.values);
  if (isBehind && !isOverwriting) setSeen(route.version);
  return (
    <>
      <RouteWarnings route={route} all={all} />
      {isOverwriting && (
        <ChangedMeanwhile
          route={route}
          onReload={() => {
            entity.reset();
            setSeen(route.version);
          }}
          onKeep={() => setSeen(route.version)}
        />
      )}
      <div className={classes.split}>
        <EntityForm entity={entity}>
          <RouteFields form={entity.form} names={names} />
        </EntityForm>
        <Preview routeId={route.id} content={contentOf(entity.form.values)} names={names} />
      </div>
      <Versions route={route} />
      <Remove route={route} />
    </>
  );
}

function says(route: SmartRouteResponse, form: RouteForm): boolean {
  return JSON.stringify(contentOf(formOf(route))) === JSON.stringify(contentOf(form));
}

interface ChangedProps {
  route: SmartRouteResponse;
  onReload: () => void;
  onKeep: () => void;
}

/** Warns that a colleague saved the rule while this form has unsaved changes. */
function ChangedMeanwhile({ route: { changedAt, changedBy }, onReload, onKeep }: ChangedProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const name = useUsersById().get(changedBy ?? '')?.displayName;
  const time = formats.time(changedAt);
  return (
    <Alert
      mb={16}
      role="alert"
      title={name ? t('routing.changedBy', { name, time }) : t('routing.changedBySomebody', { time })}
    >
      {t('routing.changedText')}
      <Group gap={8} mt={8}>
        <Button variant="default" size="compact-sm" onClick={onReload}>
          {t('routing.reload')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={onKeep}>
          {t('routing.keepMine')}
        </Button>
      </Group>
    </Alert>
  );
}

function Versions({ route }: { route: SmartRouteResponse }) {
  const { t, language } = useTranslation();
  const formats = useFormats();
  const users = useUsersById();
  const query = useQuery(versionsQuery(route.id));
  const restore = useRestore(route.id);
  const changed = (before: SmartRouteVersionResponse | undefined, now: SmartRouteVersionResponse) =>
    before &&
    t('routing.changedParts', {
      parts: new Intl.ListFormat(language).format(
        changedParts(before, now).map((part) => t(`routing.${part}`)),
      ),
    });
  return (
    <SettingsSection title={t('routing.versions')}>
      <Loadable query={query} failed={t('routing.failed')}>
        {(versions) => (
          <>
            {versions.map(({ version, at, by, title, restores }, index) => (
              <div key={version} className={classes.version}>
                <span>
                  {t('routing.version', { version })}: {title}
                  <Text size="xs" c="dimmed">
                    {t('routing.versionBy', {
                      time: formats.full(at),
                      name: (by && users.get(by)?.displayName) || '–',
                    })}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {restores !== null && `${t('routing.restoredFrom', { version: restores })} `}
                    {changed(versions[index + 1], versions[index]!)}
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
