import { lazy, Suspense, type ReactNode } from 'react';
import type { Chat } from '@parley/contracts/api/conversations';
import { useOfChat } from '../use-of-chat';

const TemplateDialog = lazy(() => import('./template-dialog'));

/** The dialog that sends a template, and the way to open it, wherever its button stands. */
export function useTemplateDialog(chat: Chat): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useOfChat(chat.id, false);
  const dialog = isOpen && (
    <Suspense>
      <TemplateDialog chat={chat} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { open: () => setOpen(true), dialog };
}
