import { useState } from 'react';
import { Alert, Button, Group, List, Table, Text } from '@mantine/core';
import type { AppConnectionResponse, AppDetailsResponse } from '@parley/contracts/api/apps';
import { Dialog } from '@parley/ui/dialog';
import { SettingsSection } from '@parley/ui/settings-page';
import { useUsersById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useDisconnect, useSignIn } from './apps-api';

/** Shows whether the app is signed in to the service that its manifest names, with the dialog for signing in. */
export function AppConnection({ app, service }: { app: AppDetailsResponse; service: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { connection } = app;
  const refusedSince = connection?.refusedSince;
  return (
    <SettingsSection title={t('apps.connect.title', { service })}>
      {refusedSince ? (
        <Alert color="red" role="alert" mb={12}>
          {t('apps.connect.refused', { service, time: formats.full(refusedSince) })}
        </Alert>
      ) : (
        <p role="status">
          {connection ? connectedWords(connection, t) : t('apps.connect.notYet', { service })}
        </p>
      )}
      <Button variant="default" onClick={() => setOpen(true)}>
        {t(!connection ? 'apps.connect.connect' : refusedSince ? 'apps.connect.again' : 'apps.connect.show')}
      </Button>
      <Dialog
        size={560}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('apps.connect.title', { service })}
      >
        <Inside app={app} service={service} onDone={() => setOpen(false)} />
      </Dialog>
    </SettingsSection>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

const connectedWords = ({ account }: AppConnectionResponse, t: Translate) =>
  account === '' ? t('apps.connect.connected') : t('apps.connect.connectedAs', { account });

/** Shows dialog content for the connection: its state, and the button that opens the service's sign-in page. */
function Inside({ app, service, onDone }: { app: AppDetailsResponse; service: string; onDone: () => void }) {
  const { t } = useTranslation();
  const signIn = useSignIn(app.id);
  const disconnect = useDisconnect(app.id);
  const [waitsSince, setWaitsSince] = useState<string | null | false>(false);
  const { connection } = app;
  // True from opening the sign-in window until the connection has changed.
  const isWaiting = waitsSince !== false && (connection?.at ?? null) === waitsSince;
  const open = () => {
    // Browsers allow opening a window only during the click, so an empty one opens now and is sent to its URL later.
    const page = window.open('about:blank', '_blank', 'popup,width=560,height=720');
    if (page) page.opener = null;
    setWaitsSince(connection?.at ?? null);
    signIn.mutate(undefined, {
      onSuccess: ({ url }) => {
        if (page) page.location.href = url;
        else window.open(url, '_blank', 'noopener');
      },
      onError: () => {
        page?.close();
        setWaitsSince(false);
      },
    });
  };
  const end = () =>
    disconnect.mutate(undefined, {
      onError: (error) => void toastFailure(error),
      onSuccess: () => {
        onDone();
        toastMessage(t('apps.connect.disconnected', { name: app.name, service }));
      },
    });
  return (
    <>
      {connection && <Facts connection={connection} service={service} />}
      <Text size="sm" c="dimmed" my={12}>
        {t('apps.connect.hint', { service, name: app.name })}
      </Text>
      <div role="status">{isWaiting && <Text size="sm">{t('apps.connect.waiting', { service })}</Text>}</div>
      {signIn.isError && (
        <Alert color="red" role="alert" my={12}>
          {errorText(codeOf(signIn.error))}
        </Alert>
      )}
      <Group justify="flex-end" gap={8} mt={16}>
        {connection && (
          <Button variant="default" loading={disconnect.isPending} onClick={end}>
            {t('apps.connect.disconnect')}
          </Button>
        )}
        <Button data-autofocus loading={signIn.isPending} onClick={open}>
          {t(
            isWaiting ? 'apps.connect.tryAgain' : connection ? 'apps.connect.again' : 'apps.connect.connect',
          )}
        </Button>
      </Group>
    </>
  );
}

function Facts({ connection, service }: { connection: AppConnectionResponse; service: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const users = useUsersById();
  const { account, scopes, by, at, lastUsedAt, refusedSince } = connection;
  const who = [users.get(by)?.displayName, formats.full(at)].filter(Boolean).join(', ');
  return (
    <>
      {refusedSince ? (
        <Alert color="red" mb={12}>
          {t('apps.connect.refused', { service, time: formats.full(refusedSince) })}
        </Alert>
      ) : (
        <p>{connectedWords(connection, t)}</p>
      )}
      <Table variant="vertical" fz={14}>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th w={140}>{t('apps.connect.account')}</Table.Th>
            <Table.Td>{account === '' ? '–' : account}</Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th>{t('apps.rights')}</Table.Th>
            <Table.Td>
              {scopes.length === 0 ? (
                '–'
              ) : (
                <List size="sm">
                  {scopes.map((scope) => (
                    <List.Item key={scope}>{scope}</List.Item>
                  ))}
                </List>
              )}
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th>{t('apps.connect.by')}</Table.Th>
            <Table.Td>{who}</Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th>{t('apps.connect.lastUsed')}</Table.Th>
            <Table.Td>{lastUsedAt ? formats.full(lastUsedAt) : '–'}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </>
  );
}
