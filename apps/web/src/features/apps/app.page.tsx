import { useState } from 'react';
import { Alert, Button, List, Text } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import {
  APP_DATA_KEPT_DAYS,
  type AppManifest,
  type AppResponse,
  type CatalogueAppResponse,
} from '@parley/contracts/api/apps';
import { DangerBox, DangerRow } from '@parley/ui/danger';
import { ConfirmDialog } from '@parley/ui/dialog';
import { Loadable } from '@parley/ui/loadable';
import { Missing } from '@parley/ui/missing';
import { SettingsPage, SettingsSection } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { AppCalls } from './app-calls';
import { AppConnection } from './app-connection';
import { AppSettings } from './app-settings';
import {
  appQuery,
  catalogueQuery,
  useInstall,
  useRestore,
  useSet,
  useUninstall,
  useUpdate,
} from './apps-api';
import classes from './apps.module.css';
import { ConsentDialog } from './consent-dialog';
import { useScopeWords } from './scope-words';
import { StateBadge } from './state-badge';

const DAY_MS = 86_400_000;

/** One app: description, rights and settings. */
export function Component() {
  const { t } = useTranslation();
  const { appName = '' } = useParams();
  const query = useQuery(catalogueQuery);
  const wanted = appName.toLowerCase();
  const app = query.data?.find(
    ({ manifest }) => manifest.packageName === wanted || manifest.name.toLowerCase() === wanted,
  );
  return (
    <SettingsPage
      wide
      title={app?.manifest.name ?? t('apps.one')}
      back={{ to: '/apps', label: t('apps.title') }}
      actions={app && <Actions key={app.manifest.packageName} app={app} />}
    >
      <Loadable query={query} failed={t('apps.failed')}>
        {() =>
          app ? <About app={app} /> : <Missing icon={<IconApps stroke={1.4} />} title={t('apps.missing')} />
        }
      </Loadable>
    </SettingsPage>
  );
}

function Actions({ app: { manifest, installed } }: { app: CatalogueAppResponse }) {
  const { t } = useTranslation();
  const install = useInstall(manifest.packageName);
  const [isAsking, setAsking] = useState(false);
  if (installed && installed.state !== 'uninstalled') {
    return (
      <>
        {installed.state === 'active' && installed.places.page !== undefined && (
          <Button variant="default" component={Link} to={`/apps/${manifest.packageName}/open`}>
            {t('apps.frame.open')}
          </Button>
        )}
        <StateBadge app={installed} />
      </>
    );
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('apps.install')}</Button>
      <ConsentDialog
        manifest={manifest}
        before={null}
        opened={isAsking}
        action={(scopes) => install.mutateAsync({ version: manifest.version, scopes })}
        onDone={() => {
          setAsking(false);
          toastMessage(t('apps.installedDone', { name: manifest.name }));
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function About({ app: { manifest, installed } }: { app: CatalogueAppResponse }) {
  const { t, language } = useTranslation();
  return (
    <div className={classes.about}>
      <div className={classes.text}>
        {installed?.state === 'uninstalled' && <Restore app={installed} />}
        {installed?.state === 'broken' && (
          <Alert color="red" title={t('apps.brokenTitle', { version: installed.version })} mb={16}>
            {t('apps.brokenText')}
          </Alert>
        )}
        {installed?.update && installed.state !== 'uninstalled' && (
          <Update manifest={manifest} app={installed} />
        )}
        <p className={classes.lead}>{manifest.description[language]}</p>
        {installed && installed.state !== 'uninstalled' && <SetUp app={installed} manifest={manifest} />}
      </div>
      <aside className={classes.aside} aria-label={t('apps.rights')}>
        <Rights manifest={manifest} installed={installed} />
      </aside>
    </div>
  );
}

function Rights({ manifest, installed }: { manifest: AppManifest; installed: AppResponse | null }) {
  const { t } = useTranslation();
  const words = useScopeWords(manifest);
  const granted = installed && installed.state !== 'uninstalled' ? installed.scopes : null;
  const shown = granted ?? [...manifest.scopes, ...manifest.optionalScopes];
  return (
    <>
      <Text size="sm" fw={600} mb={4}>
        {t(granted ? 'apps.rights' : 'apps.rightsAsked')}
      </Text>
      {shown.length === 0 ? (
        <Text size="sm">{t('apps.noRights')}</Text>
      ) : (
        <List size="sm" spacing={4}>
          {shown.map((scope) => (
            <List.Item key={scope}>
              {words(scope)}
              {!granted && manifest.optionalScopes.includes(scope) && ` (${t('apps.optional')})`}
            </List.Item>
          ))}
        </List>
      )}
      <Text size="xs" c="dimmed" mt={12}>
        {t('apps.never')}
      </Text>
      <Text size="xs" c="dimmed" mt={12}>
        {t('apps.by', { publisher: manifest.publisher, version: installed?.version ?? manifest.version })}
      </Text>
    </>
  );
}

/**
 * Notice of a newer version of an app: the rights that it adds, and that the installed version keeps working until
 * the update.
 */
function Update({ manifest, app }: { manifest: AppManifest; app: AppResponse }) {
  const { t } = useTranslation();
  const words = useScopeWords(manifest);
  const update = useUpdate(app.id);
  const [isAsking, setAsking] = useState(false);
  const { version, newScopes } = app.update!;
  return (
    <Alert
      color="yellow"
      mb={16}
      title={t(newScopes.length > 0 ? 'apps.updateWants' : 'apps.updateIsThere', { version })}
    >
      {newScopes.length > 0 && (
        <List size="sm">
          {newScopes.map((scope) => (
            <List.Item key={scope}>{words(scope)}</List.Item>
          ))}
        </List>
      )}
      <p>{t('apps.oldRuns', { version: app.version })}</p>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('apps.review')}
      </Button>
      <ConsentDialog
        manifest={manifest}
        before={app.scopes}
        opened={isAsking}
        action={(scopes) => update.mutateAsync({ version, scopes })}
        onDone={() => {
          setAsking(false);
          toastMessage(t('apps.updated', { name: manifest.name, version }));
        }}
        onClose={() => setAsking(false)}
      />
    </Alert>
  );
}

function Restore({ app }: { app: AppResponse }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const restore = useRestore(app.id);
  const until = app.keptUntil ? formats.full(app.keptUntil) : '';
  const go = () =>
    restore.mutate(undefined, {
      onError: (error) => void toastFailure(error),
      onSuccess: () => void toastMessage(t('apps.restored', { name: app.name })),
    });
  return (
    <Alert color="gray" title={t('apps.isUninstalled')} mb={16}>
      <p>{t('apps.restoreUntil', { time: until })}</p>
      <Button variant="default" loading={restore.isPending} onClick={go}>
        {t('apps.restore')}
      </Button>
    </Alert>
  );
}

/** Settings, connection and calls of an installed app, and the actions that switch it off or uninstall it. */
function SetUp({ app, manifest }: { app: AppResponse; manifest: AppManifest }) {
  const { t } = useTranslation();
  return (
    <Loadable query={useQuery(appQuery(app.id))} failed={t('apps.failed')}>
      {(details) => (
        <>
          <AppSettings key={app.id} app={details} />
          {details.state === 'active' && details.scopes.includes('proxy') && manifest.connect && (
            <AppConnection app={details} service={manifest.connect.service} />
          )}
          {details.scopes.includes('proxy') && <AppCalls app={details} />}
          <Ends app={app} name={manifest.name} />
        </>
      )}
    </Loadable>
  );
}

function Ends({ app, name }: { app: AppResponse; name: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const set = useSet(app.id);
  const uninstall = useUninstall(app.id);
  const [until, setUntil] = useState<string | null>(null);
  const isOn = app.state === 'active';
  const ask = () => setUntil(formats.full(new Date(Date.now() + APP_DATA_KEPT_DAYS * DAY_MS).toISOString()));
  const toggle = () =>
    set.mutate([{ name: 'active', value: String(!isOn) }], {
      onError: (error) => void toastFailure(error),
      onSuccess: () => void toastMessage(t(isOn ? 'apps.switchedOff' : 'apps.switchedOn', { name })),
    });
  return (
    <SettingsSection title={t('apps.ends')}>
      <DangerBox>
        {app.state !== 'broken' && (
          <DangerRow hint={t(isOn ? 'apps.offHint' : 'apps.onHint')}>
            <Button variant="default" loading={set.isPending} onClick={toggle}>
              {t(isOn ? 'apps.switchOff' : 'apps.switchOn')}
            </Button>
          </DangerRow>
        )}
        <DangerRow hint={t('apps.uninstallHint')}>
          <Button variant="default" c="var(--red)" onClick={ask}>
            {t('apps.uninstall')}
          </Button>
        </DangerRow>
      </DangerBox>
      <ConfirmDialog
        opened={until !== null}
        title={t('apps.uninstallTitle', { name })}
        confirm={t('apps.uninstallNamed', { name })}
        action={() => uninstall.mutateAsync()}
        onDone={() => {
          setUntil(null);
          toastMessage(t('apps.uninstalled', { name }));
        }}
        onClose={() => setUntil(null)}
      >
        {t('apps.uninstallText', { time: until ?? '' })}
      </ConfirmDialog>
    </SettingsSection>
  );
}
