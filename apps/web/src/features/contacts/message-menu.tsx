import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import { rulesOf } from '@parley/contracts/channels/offers';
import { startRefusal } from '@parley/contracts/rules/contact-rules';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { channelsQuery } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import { conversationsQuery } from './contacts-api';

/** Menu of the channels on which the user can write to the contact; for each unavailable channel, the reason. */
export function MessageMenu({ contact }: { contact: ContactResponse }) {
  const { t } = useTranslation();
  const channels = (useQuery(channelsQuery).data ?? []).filter(({ isConnected }) => isConnected);
  const conversations = useQuery(conversationsQuery(contact.id)).data ?? [];
  if (channels.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button>{t('contacts.message')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {channels.map((channel) => {
          const { id, name, platform } = channel;
          const talk = conversations.find(({ channelId }) => channelId === id);
          const refusal =
            startRefusal(channel, contact) ??
            (!talk && rulesOf(channel).contactIdentity === 'none' ? 'must-write-first' : null);
          const icon = <PlatformIcon platform={platform} size={16} />;
          if (!talk && refusal)
            return (
              <Menu.Item key={id} disabled leftSection={icon} rightSection={t(`panel.${refusal}`)}>
                {name}
              </Menu.Item>
            );
          const begun = new URLSearchParams({ contactId: contact.id, channel: id }).toString();
          return (
            <Menu.Item
              key={id}
              component={Link}
              to={
                talk
                  ? `/${platform === 'email' ? 'email' : 'messaging'}-inbox/${talk.id}`
                  : `/start-conversation?${begun}`
              }
              leftSection={icon}
            >
              {name}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
