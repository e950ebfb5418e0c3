import { createContext, Suspense, use, useCallback, type ReactNode } from 'react';
import type { Chat } from '@parley/contracts/api/conversations';
import { useOfConversation } from '../../../conversation/use-of-conversation';
import { TemplateDialog } from './template-dialog';

const OpenTemplateDialog = createContext<() => void>(() => undefined);

/**
 * Renders the template dialog once per conversation, so that the typed values survive when the button that opened the
 * dialog disappears.
 */
export function TemplateDialogHost({ chat, children }: { chat: Chat; children: ReactNode }) {
  const [isOpen, setOpen] = useOfConversation(chat.id, false);
  const open = useCallback(() => setOpen(true), [setOpen]);
  return (
    <OpenTemplateDialog value={open}>
      {children}
      {isOpen && (
        <Suspense>
          <TemplateDialog chat={chat} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </OpenTemplateDialog>
  );
}

/** Returns a function that opens the template dialog of the surrounding conversation. */
export function useOpenTemplateDialog(): () => void {
  return use(OpenTemplateDialog);
}
