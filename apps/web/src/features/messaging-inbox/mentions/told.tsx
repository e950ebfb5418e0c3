import { UnstyledButton } from '@mantine/core';
import { IconAt } from '@tabler/icons-react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { useTeamsById, useUsersById } from '../../../lib/directory';
import { useMe } from '../../../lib/me';
import { useTranslation } from '../../../lib/translation';
import classes from './mentions.module.css';
import { useWithdrawMentions } from './mentions-api';

/** Lists the users and teams that a note mentions; the note's writer can withdraw the mentions. */
export default function Told({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation();
  const users = useUsersById();
  const teams = useTeamsById();
  const { id: userId } = useMe().user;
  const withdraw = useWithdrawMentions(entry.chatId, entry.id);
  const { userIds = [], teamIds = [] } = entry.mentions ?? {};
  const names = [
    ...userIds.flatMap((id) => users.get(id)?.displayName ?? []),
    ...teamIds.flatMap((id) => teams.get(id)?.name ?? []),
  ];
  if (names.length === 0) return null;
  return (
    <div className={classes.told}>
      <IconAt size={13} aria-hidden />
      <span>{t('mentions.asks', { names: names.join(', ') })}</span>
      {entry.createdById === userId && (
        <UnstyledButton
          className={classes.name}
          fz={12}
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          {t('mentions.withdraw')}
        </UnstyledButton>
      )}
    </div>
  );
}
