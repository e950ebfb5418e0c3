import { useState } from 'react';
import { Button, Group, Modal, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { UserResponse } from '@parley/contracts/api/access';
import { teamsQuery, usersQuery } from '../../lib/directory';
import { can, useMe } from '../../lib/me';
import { Loadable } from '@parley/ui/loadable';
import { SettingsSection } from '@parley/ui/settings-page';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { openConversationsQuery, useChangeUser, useDeleteUser, useSignOutUser } from './users-api';
import classes from './users.module.css';

/** Blocking somebody, letting them in again, and parting with them. */
export function LeavingSection({ user }: { user: UserResponse }) {
  const { t } = useTranslation();
  const { ability } = useMe();
  const [question, setQuestion] = useState<'deactivate' | 'delete' | null>(null);
  const change = useChangeUser(user.id);
  const signOut = useSignOutUser(user.id);
  const close = () => setQuestion(null);
  const signThemOut = () =>
    signOut.mutate(undefined, {
      onSuccess: () => toastMessage(t('users.signedOut', { name: user.displayName })),
      onError: (error) => toastFailure(error),
    });
  const setActive = (active: boolean) =>
    change.mutate(
      { active },
      {
        onSuccess: () => {
          toastMessage(t(active ? 'users.activated' : 'users.deactivated', { name: user.displayName }));
          close();
        },
        onError: (error) => toastFailure(error),
      },
    );
  return (
    <SettingsSection title={t('users.leaving')}>
      <div className={classes.danger}>
        {user.active && can(ability, 'delete', 'users') && (
          <div className={classes.dangerRow}>
            <Text size="sm" c="dimmed" maw="46ch">
              {t('users.signOutHint')}
            </Text>
            <Button variant="default" loading={signOut.isPending} onClick={signThemOut}>
              {t('users.signOut')}
            </Button>
          </div>
        )}
        {user.state !== 'invited' && (
          <div className={classes.dangerRow}>
            <Text size="sm" c="dimmed" maw="46ch">
              {t(user.active ? 'users.deactivateHint' : 'users.activateHint')}
            </Text>
            {user.active ? (
              <Button variant="default" onClick={() => setQuestion('deactivate')}>
                {t('users.deactivate')}
              </Button>
            ) : (
              <Button variant="default" loading={change.isPending} onClick={() => setActive(true)}>
                {t('users.activate')}
              </Button>
            )}
          </div>
        )}
        {can(ability, 'delete', 'users') && (
          <div className={classes.dangerRow}>
            <Text size="sm" c="dimmed" maw="46ch">
              {t(user.state === 'invited' ? 'users.withdrawHint' : 'users.deleteHint')}
            </Text>
            <Button variant="default" c="var(--red)" onClick={() => setQuestion('delete')}>
              {t('users.delete')}
            </Button>
          </div>
        )}
      </div>
      <Modal
        opened={question === 'deactivate'}
        onClose={close}
        title={t('users.deactivateTitle', { name: user.displayName })}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Text size="md">{t('users.deactivateText')}</Text>
        <Group justify="flex-end" gap={8} mt={24}>
          <Button variant="default" data-autofocus onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button color="red" loading={change.isPending} onClick={() => setActive(false)}>
            {t('users.deactivate')}
          </Button>
        </Group>
      </Modal>
      <Modal
        opened={question === 'delete'}
        onClose={close}
        title={t('users.deleteTitle', { name: user.displayName })}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <DeleteQuestion user={user} onCancel={close} />
      </Modal>
    </SettingsSection>
  );
}

function DeleteQuestion({ user, onCancel }: { user: UserResponse; onCancel: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const open = useQuery(openConversationsQuery(user.id));
  const users = useQuery(usersQuery).data ?? [];
  const teams = useQuery(teamsQuery).data ?? [];
  const [to, setTo] = useState<string | null>(null);
  const remove = useDeleteUser(user.id);
  const confirm = () =>
    remove.mutate(to, {
      onSuccess: () => {
        toastMessage(t('users.deleted', { name: user.displayName }));
        void navigate('/settings/users');
      },
      onError: (error) => toastFailure(error),
    });
  return (
    <Loadable query={open} failed={t('users.failed')} skeleton={{ rows: 2, height: 40 }}>
      {({ count }) => (
        <>
          <Text size="md">{t('users.deleteText')}</Text>
          <Text size="md" mt={8}>
            {count === 0 ? t('users.noneOpen') : t('users.openOf', { count })}
          </Text>
          {count > 0 && (
            <Select
              mt={16}
              label={t('users.reassign')}
              description={t('users.reassignHint')}
              placeholder={t('users.nobody')}
              searchable
              clearable
              value={to}
              onChange={setTo}
              data={[
                {
                  group: t('users.teams'),
                  items: teams.map(({ id, name }) => ({ value: `team/${id}`, label: name })),
                },
                {
                  group: t('users.title'),
                  items: users
                    .filter(({ id, active }) => active && id !== user.id)
                    .map(({ id, displayName }) => ({ value: `user/${id}`, label: displayName })),
                },
              ]}
            />
          )}
          <Group justify="flex-end" gap={8} mt={24}>
            <Button variant="default" data-autofocus onClick={onCancel}>
              {t('common.cancel')}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={confirm}>
              {t('users.delete')}
            </Button>
          </Group>
        </>
      )}
    </Loadable>
  );
}
