import { createContext, Suspense, use, useCallback, type ReactNode } from 'react';
import type { Chat } from '@parley/contracts/api/conversations';
import { useOfConversation } from '../../../conversation/use-of-conversation';
import { TemplateDialog } from './template-dialog';

const OpenTemplateDialog = createContext<() => void>(() => undefined);

/**
 * Holds the dialog that sends a template for a whole conversation: what is typed in it stays, whatever becomes of the
 * button that opened it.
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

/** Opens the dialog that sends a template in the conversation around. */
export function useOpenTemplateDialog(): () => void {
  return use(OpenTemplateDialog);
}
