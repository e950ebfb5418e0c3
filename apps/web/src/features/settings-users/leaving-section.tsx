import { useState } from 'react';
import { Button, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { UserResponse } from '@parley/contracts/api/access';
import { DangerBox, DangerRow } from '@parley/ui/danger';
import { ConfirmDialog, Dialog, Question } from '@parley/ui/dialog';
import { Loadable } from '@parley/ui/loadable';
import { SettingsSection } from '@parley/ui/settings-page';
import { teamsQuery, usersQuery } from '../../lib/directory';
import { can, useMe } from '../../lib/me';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { openConversationsQuery, useChangeUser, useDeleteUser, useSignOutUser } from './users-api';

/** Actions to sign out, deactivate, reactivate and delete a user. */
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
  const activate = () =>
    change.mutate(
      { active: true },
      {
        onSuccess: () => toastMessage(t('users.activated', { name: user.displayName })),
        onError: (error) => toastFailure(error),
      },
    );
  return (
    <SettingsSection title={t('users.leaving')}>
      <DangerBox>
        {user.active && can(ability, 'delete', 'users') && (
          <DangerRow hint={t('users.signOutHint')}>
            <Button variant="default" loading={signOut.isPending} onClick={signThemOut}>
              {t('users.signOut')}
            </Button>
          </DangerRow>
        )}
        {user.state !== 'invited' && (
          <DangerRow hint={t(user.active ? 'users.deactivateHint' : 'users.activateHint')}>
            {user.active ? (
              <Button variant="default" onClick={() => setQuestion('deactivate')}>
                {t('users.deactivate')}
              </Button>
            ) : (
              <Button variant="default" loading={change.isPending} onClick={activate}>
                {t('users.activate')}
              </Button>
            )}
          </DangerRow>
        )}
        {can(ability, 'delete', 'users') && (
          <DangerRow hint={t(user.state === 'invited' ? 'users.withdrawHint' : 'users.deleteHint')}>
            <Button variant="default" c="var(--red)" onClick={() => setQuestion('delete')}>
              {t('users.delete')}
            </Button>
          </DangerRow>
        )}
      </DangerBox>
      <ConfirmDialog
        opened={question === 'deactivate'}
        title={t('users.deactivateTitle', { name: user.displayName })}
        confirm={t('users.deactivate')}
        action={() => change.mutateAsync({ active: false })}
        onDone={() => {
          toastMessage(t('users.deactivated', { name: user.displayName }));
          close();
        }}
        onClose={close}
      >
        {t('users.deactivateText')}
      </ConfirmDialog>
      <Dialog
        opened={question === 'delete'}
        title={t('users.deleteTitle', { name: user.displayName })}
        onClose={close}
      >
        <DeleteQuestion user={user} onClose={close} />
      </Dialog>
    </SettingsSection>
  );
}

function DeleteQuestion({ user, onClose }: { user: UserResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const open = useQuery(openConversationsQuery(user.id));
  const users = useQuery(usersQuery).data ?? [];
  const teams = useQuery(teamsQuery).data ?? [];
  const [to, setTo] = useState<string | null>(null);
  const remove = useDeleteUser(user.id);
  return (
    <Loadable query={open} failed={t('users.failed')} skeleton={{ rows: 2, height: 40 }}>
      {({ count }) => (
        <Question
          confirm={t('users.delete')}
          action={() => remove.mutateAsync(to)}
          onDone={() => {
            toastMessage(t('users.deleted', { name: user.displayName }));
            void navigate('/settings/users');
          }}
          onClose={onClose}
        >
          {t('users.deleteText')}
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
        </Question>
      )}
    </Loadable>
  );
}
