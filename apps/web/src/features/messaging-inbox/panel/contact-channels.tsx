import { ActionIcon } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import type { Chat } from '@parley/contracts/api/conversations';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { useNow } from '../../../lib/clock';
import { channelsQuery } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import classes from './contact-panel.module.css';
import { beginning } from '../starting/beginning';
import { reachOf } from './reach';

/**
 * Lists the channels over which a contact can be reached, and for each other channel the reason.
 * @param chats conversations with the contact that the user may see
 */
export function ContactChannels({ contact, chats }: { contact: ContactResponse; chats: Chat[] }) {
  const { t } = useTranslation();
  const now = useNow();
  const { data: channels = [] } = useQuery(channelsQuery);
  const connected = channels.filter(({ isConnected }) => isConnected);
  if (connected.length === 0) return <p className={classes.empty}>{t('panel.noChannels')}</p>;
  const recipient = {
    known: {
      ...contact,
      name: contact.name ?? contact.username ?? contact.phone ?? contact.email ?? '',
      conversations: chats,
    },
  };
  return (
    <ul className={classes.lines}>
      {connected.map((channel) => {
        const { id, name, platform } = channel;
        const reach = reachOf(channel, contact, chats, now);
        return (
          <li key={id} className={classes.channelLine} data-unreachable={reach !== 'reachable' || undefined}>
            <PlatformIcon platform={platform} size={14} label={t(`platform.${platform}`)} />
            <span className={classes.lineName}>{name}</span>
            <span className={classes.lineState}>{t(`panel.${reach}`)}</span>
            {(reach === 'reachable' || reach === 'template-only') && (
              <ActionIcon
                data-tip={t('panel.writeOn', { channel: name })}
                size={24}
                aria-label={t('panel.writeOn', { channel: name })}
                onClick={() => beginning.set({ to: recipient, channelId: id })}
              >
                <IconEdit size={14} stroke={1.8} />
              </ActionIcon>
            )}
          </li>
        );
      })}
    </ul>
  );
}
