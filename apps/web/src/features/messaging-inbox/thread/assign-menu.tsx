import { lazy, Suspense, useState } from 'react';
import type { Chat } from '@parley/contracts/api/conversations';
import { FieldOnItsWay, useCommands } from '../keyboard/use-commands';
import { AssigneeButton } from './assignee-button';
import { useOfChat } from '../use-of-chat';

const AssignCombobox = lazy(() => import('./assign-combobox'));

/** Who has the conversation, and the way to give it to somebody else, which loads when it is first wanted. */
export function AssignMenu({ chat }: { chat: Chat }) {
  const [isOpen, setOpen] = useOfChat(chat.id, false);
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpen(true);
  };
  useCommands({ assign: open });
  const button = <AssigneeButton chat={chat} onClick={open} aria-haspopup="listbox" aria-expanded={isOpen} />;
  if (!isWanted) return button;
  return (
    <Suspense
      fallback={
        <>
          {button}
          <FieldOnItsWay isOpen={isOpen} onOpenChange={setOpen} />
        </>
      }
    >
      <AssignCombobox key={chat.id} chat={chat} isOpen={isOpen} onToggle={setOpen} />
    </Suspense>
  );
}
