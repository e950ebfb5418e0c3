import { Suspense, type ReactNode } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsJoin2, IconDots, IconPhoto, IconTrash } from '@tabler/icons-react';
import type { Chat } from '@parley/contracts/api/conversations';
import { useTranslation } from '../../../lib/translation';
import { useGo } from '../address';
import { beside, useAsides } from '../asides';
import { useDeleteChat } from '../api/delete-chat';
import { useCommands } from '../../../conversation/keyboard/use-commands';
import { messaging } from '../messaging';
import { ContactMenuItems } from '../panel/contact-menu';
import { useContactActions } from '../panel/use-contact-actions';
import { useOfConversation } from '../../../conversation/use-of-conversation';
import { lazyPart } from '../../../lib/lazy-part';

const DeleteDialog = lazyPart(() => import('./delete-dialog'), { shape: 'card' });
const JoinDialog = lazyPart(() => import('../email/join-dialog'), { shape: 'card' });

interface ConversationMenuProps {
  chat: Chat;
  /** Whether the channel allows deleting its conversations. */
  mayDelete: boolean;
  size?: number;
  /** Menu items for actions whose buttons do not fit beside the menu. */
  children?: ReactNode;
}

/** Menu of the less frequent actions on a conversation. */
export function ConversationMenu({ chat, mayDelete, size, children }: ConversationMenuProps) {
  const { t, language } = useTranslation();
  const go = useGo();
  const remove = useDeleteChat();
  const [isOpen, setOpen] = useOfConversation(chat.id, false);
  const [isAsking, setAsking] = useOfConversation(chat.id, false);
  const [isJoining, setJoining] = useOfConversation(chat.id, false);
  const ask = () => setAsking(true);
  const asides = useAsides();
  const opening = asides.map((aside) => [aside.command, () => beside.set(aside)] as const);
  useCommands({
    ...useContactActions(chat),
    ...Object.fromEntries(opening),
    delete: mayDelete ? ask : undefined,
  });
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
          <Menu.Item
            leftSection={<IconPhoto size={16} />}
            onClick={() => messaging.of(chat.id).viewing.set({ shows: 'gallery' })}
          >
            {t('viewer.gallery')}
          </Menu.Item>
          {asides.map((aside) => (
            <Menu.Item
              key={aside.command}
              leftSection={<aside.icon size={16} />}
              onClick={() => beside.set(aside)}
            >
              {aside.name[language]}
            </Menu.Item>
          ))}
          <ContactMenuItems chat={chat} />
          {chat.platform === 'email' && chat.lastEntry && (
            <Menu.Item leftSection={<IconArrowsJoin2 size={16} />} onClick={() => setJoining(true)}>
              {t('email.join')}
            </Menu.Item>
          )}
          {mayDelete && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={ask}>
              {t('help.command.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isJoining && (
        <Suspense>
          <JoinDialog chat={chat} onClose={() => setJoining(false)} />
        </Suspense>
      )}
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
