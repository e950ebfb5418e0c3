import { Popover, UnstyledButton } from '@mantine/core';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { StatusTick } from '@parley/ui/status-tick';
import { useUsersById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { useOpenChat } from './open-chat';
import classes from './team-chat.module.css';
import { isTeamEntry } from './team';
import { lowestTick, recipientsOf, tickOf } from './ticks';

/** Delivery status of the user's own entry; a click shows the status for each recipient. */
export function EntryTick({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const chat = useOpenChat();
  const users = useUsersById();
  if (!isTeamEntry(entry)) return null;
  const recipients = recipientsOf(chat, entry.team, (id) => users.get(id)?.active ?? true);
  const tick = lowestTick(recipients, entry.position);
  return (
    <Popover position="top-end" withinPortal>
      <Popover.Target>
        <UnstyledButton
          className={classes.tick}
          aria-label={t('teamChat.whoRead', { status: t(`status.${tick}`) })}
        >
          <StatusTick status={tick} label={t(`status.${tick}`)} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        {recipients.length === 0 && t('teamChat.nobodyElse')}
        <ul className={classes.readers}>
          {recipients.map((one) => {
            const status = tickOf(one, entry.position);
            const isLast = status === 'read' && one.readAt !== null && one.readUpTo === entry.position;
            return (
              <li key={one.id}>
                <span>{users.get(one.userId)?.displayName}</span>
                <span className={classes.dim}>
                  {t(`status.${status}`)} {isLast && formats.time(one.readAt!)}
                </span>
              </li>
            );
          })}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
