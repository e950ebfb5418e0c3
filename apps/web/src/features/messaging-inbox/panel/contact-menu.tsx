import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconDots, IconEdit, IconStar } from '@tabler/icons-react';
import type { Chat } from '@parley/contracts/api/conversations';
import { useTranslation } from '../../../lib/translation';
import { beginning } from '../starting/beginning';
import { useContactActions } from './use-contact-actions';

/** Menu with the actions that mark a contact as high priority or block them. */
export function ContactMenu({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('panel.more')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ContactMenuItems chat={chat} />
      </Menu.Dropdown>
    </Menu>
  );
}

export function ContactMenuItems({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { block, unblock, prioritise, unprioritise } = useContactActions(chat);
  return (
    <>
      <Menu.Item
        leftSection={<IconEdit size={16} />}
        onClick={() => beginning.set({ to: { known: { ...chat.contact, conversations: [chat] } } })}
      >
        {t('help.command.newConversation')}
      </Menu.Item>
      <Menu.Item leftSection={<IconStar size={16} />} onClick={prioritise ?? unprioritise}>
        {t(prioritise ? 'help.command.prioritise' : 'help.command.unprioritise')}
      </Menu.Item>
      <Menu.Item leftSection={<IconBan size={16} />} onClick={block ?? unblock}>
        {t(block ? 'help.command.block' : 'help.command.unblock')}
      </Menu.Item>
    </>
  );
}
