import { useEffect, useRef, useState } from 'preact/hooks';
import type { Chat } from './chat';
import { allowSound } from './sound';
import { Launcher } from './ui/launcher';
import { useChat } from './ui/use-chat';
import type { Language, Say } from './words';

type PanelModule = typeof import('./ui/panel');

interface WidgetProps {
  chat: Chat;
  language: Language;
  say: Say;
  addStyles: (css: string) => void;
}

/** The launcher button and, once it was opened, the chat panel, whose code is loaded then. */
export function Widget({ chat, language, say, addStyles }: WidgetProps) {
  const view = useChat(chat);
  const [panel, setPanel] = useState<PanelModule | null>(null);
  const launcher = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const { isOpen } = view;
  useEffect(() => {
    if (isOpen && !panel) {
      void import('./ui/panel').then((loaded) => {
        addStyles(loaded.css);
        setPanel(loaded);
      });
    }
    if (!isOpen && wasOpen.current) launcher.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, panel, addStyles]);
  return (
    <>
      {isOpen && panel && <panel.Panel view={view} actions={chat} language={language} say={say} isFocused />}
      <Launcher
        buttonRef={launcher}
        isOpen={isOpen}
        unread={view.unread}
        say={say}
        onToggle={() => {
          allowSound();
          if (isOpen) chat.close();
          else chat.open();
        }}
      />
    </>
  );
}
