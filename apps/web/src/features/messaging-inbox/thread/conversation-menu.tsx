import { lazy, Suspense, type ReactNode } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import type { Chat } from '@parley/contracts/api/conversations';
import { useTranslation } from '../../../lib/translation';
import { useGo } from '../address';
import { useDeleteChat } from '../api/delete-chat';
import { useCommands } from '../../../conversation/keyboard/use-commands';
import { ContactMenuItems } from '../panel/contact-menu';
import { useContactActions } from '../panel/use-contact-actions';
import { useOfConversation } from '../../../conversation/use-of-conversation';

const DeleteDialog = lazy(() => import('./delete-dialog'));

interface ConversationMenuProps {
  chat: Chat;
  /** Its channel lets its conversations be deleted. */
  mayDelete: boolean;
  size?: number;
  /** What has no room beside it. */
  children?: ReactNode;
}

/** What is done with a conversation less often. */
export function ConversationMenu({ chat, mayDelete, size, children }: ConversationMenuProps) {
  const { t } = useTranslation();
  const go = useGo();
  const remove = useDeleteChat();
  const [isOpen, setOpen] = useOfConversation(chat.id, false);
  const [isAsking, setAsking] = useOfConversation(chat.id, false);
  const ask = () => setAsking(true);
  useCommands({ ...useContactActions(chat), delete: mayDelete ? ask : undefined });
  return (
    <>
      <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          <ActionIcon size={size} aria-label={t('common.more')}>
            <IconDots size={size ? 20 : 18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {children}
          <ContactMenuItems chat={chat} />
          {mayDelete && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={ask}>
              {t('help.command.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isAsking && (
        <Suspense>
          <DeleteDialog
            chat={chat}
            onClose={() => setAsking(false)}
            onDelete={() => {
              setAsking(false);
              remove.mutate(chat);
              go({ chatId: null });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
