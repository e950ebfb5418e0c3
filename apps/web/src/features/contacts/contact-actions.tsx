import { useState } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowMerge, IconArrowsSplit, IconBan, IconDots, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import { ConfirmDialog } from '@parley/ui/dialog';
import { can, useMe } from '../../lib/me';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { changeContact, nameOf, unmergeContacts, useContactsCommand } from './contacts-api';
import { EraseDialog } from './erase-dialog';
import { MergeDialog } from './merge-dialog';
import { MessageMenu } from './message-menu';

type Asked = { what: 'erase' } | { what: 'merge' } | { what: 'unmerge'; otherId: string; name: string };

export function ContactActions({ contact }: { contact: ContactResponse }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { ability } = useMe();
  const [asked, setAsked] = useState<Asked | null>(null);
  const unmerge = useContactsCommand(unmergeContacts);
  const change = useContactsCommand(changeContact(contact.id));
  const [mayChange, mayErase] = [
    can(ability, 'update', 'contacts'),
    can(ability, 'create', 'contactErasures'),
  ];
  const block = () =>
    change.mutate(
      { isBlocked: !contact.isBlocked },
      {
        onSuccess: () => toastMessage(t(contact.isBlocked ? 'contacts.isUnblocked' : 'contacts.isBlocked')),
        onError: (error) => toastFailure(error),
      },
    );
  const close = () => setAsked(null);
  return (
    <>
      <MessageMenu contact={contact} />
      {(mayChange || mayErase) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              size={36}
              variant="default"
              aria-label={t('contacts.more', { name: nameOf(contact) })}
            >
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {mayChange && (
              <>
                <Menu.Item
                  leftSection={<IconArrowMerge size={16} />}
                  onClick={() => setAsked({ what: 'merge' })}
                >
                  {t('contacts.merge')}
                </Menu.Item>
                {contact.merged.map(({ id, name }) => (
                  <Menu.Item
                    key={id}
                    leftSection={<IconArrowsSplit size={16} />}
                    onClick={() => setAsked({ what: 'unmerge', otherId: id, name: name ?? '–' })}
                  >
                    {t('contacts.unmerge', { name: name ?? '–' })}
                  </Menu.Item>
                ))}
                <Menu.Item leftSection={<IconBan size={16} />} onClick={block}>
                  {t(contact.isBlocked ? 'contacts.action.unblock' : 'contacts.action.block')}
                </Menu.Item>
              </>
            )}
            {mayErase && (
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => setAsked({ what: 'erase' })}
              >
                {t('contacts.erase')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {asked?.what === 'merge' && <MergeDialog contact={contact} onClose={close} />}
      {asked?.what === 'erase' && (
        <EraseDialog
          selected={{ ids: [contact.id], count: 1 }}
          name={nameOf(contact)}
          onClose={close}
          onBegun={() => void navigate('/contacts')}
        />
      )}
      {asked?.what === 'unmerge' && (
        <ConfirmDialog
          opened
          isHarmless
          title={t('contacts.unmerge', { name: asked.name })}
          confirm={t('contacts.takeApart')}
          action={() => unmerge.mutateAsync({ contactId: contact.id, otherId: asked.otherId })}
          onDone={() => {
            toastMessage(t('contacts.apart', { name: asked.name }));
            close();
          }}
          onClose={close}
        >
          {t('contacts.unmergeText', { name: asked.name, into: nameOf(contact) })}
        </ConfirmDialog>
      )}
    </>
  );
}
