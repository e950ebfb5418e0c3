import { Button, CopyButton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UserResponse } from '@parley/contracts/api/access';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { invitationLinkQuery, useRenewInvitation } from './users-api';
import classes from './users.module.css';

/** Shows the state of a pending user's invitation, with actions to send it again or to copy its link. */
export function InvitationPanel({ user }: { user: UserResponse }) {
  const { t } = useTranslation();
  const renew = useRenewInvitation(user.id);
  const link = useQuery(invitationLinkQuery(user.id)).data?.link;
  const { invitation = 'pending' } = user;
  const send = () =>
    renew.mutate(undefined, {
      onSuccess: () => toastMessage(t('users.invitedAgain', { email: user.email })),
      onError: (error) => toastFailure(error),
    });
  return (
    <section className={classes.invitation} data-failed={invitation === 'failed' || undefined}>
      <div>
        <Text size="md" fw={600} role={invitation === 'failed' ? 'alert' : undefined}>
          {t(`users.invitation.${invitation ?? 'pending'}`, { email: user.email })}
        </Text>
        <Text size="sm" c="dimmed">
          {user.invitationFailure
            ? t(`users.mailFailure.${user.invitationFailure}`)
            : t(link ? 'users.noMailServer' : 'users.invitationHint')}
        </Text>
      </div>
      <div className={classes.buttons}>
        {link && (
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'common.copied' : 'users.copyLink')}
              </Button>
            )}
          </CopyButton>
        )}
        <Button variant="default" loading={renew.isPending} onClick={send}>
          {t(invitation === 'failed' ? 'common.retry' : 'users.resend')}
        </Button>
      </div>
    </section>
  );
}
