import { useState } from 'react';
import type { Chat } from '@parley/contracts/api/conversations';
import { FieldOnItsWay, useCommands } from '../../../conversation/keyboard/use-commands';
import { AssigneeButton } from './assignee-button';
import { useOfConversation } from '../../../conversation/use-of-conversation';
import { lazyPart } from '../../../lib/lazy-part';

const AssignCombobox = lazyPart(() => import('./assign-combobox'), { shape: 'card' });

/** Shows the assignee, and opens the menu of assignees, whose code loads when it is first opened. */
export function AssignMenu({ chat }: { chat: Chat }) {
  const [isOpen, setOpen] = useOfConversation(chat.id, false);
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpen(true);
  };
  useCommands({ assign: open });
  const button = <AssigneeButton chat={chat} onClick={open} aria-haspopup="listbox" aria-expanded={isOpen} />;
  if (!isWanted) return button;
  return (
    <AssignCombobox
      key={chat.id}
      chat={chat}
      isOpen={isOpen}
      onOpenChange={setOpen}
      fallback={
        <>
          {button}
          <FieldOnItsWay isOpen={isOpen} onOpenChange={setOpen} />
        </>
      }
    />
  );
}
