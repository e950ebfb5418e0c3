import { Suspense } from 'react';
import { Drawer } from '@mantine/core';
import { useCommands } from '../../conversation/keyboard/use-commands';
import { useCell } from '../../lib/cell';
import { useTranslation } from '../../lib/translation';
import { beside } from './asides';
import classes from './inbox.module.css';
import { useLayout } from './use-layout';

/** Shows another feature's side panel beside the conversation, or as a drawer on narrow screens. */
export default function Beside({ conversationId }: { conversationId: string }) {
  const { language } = useTranslation();
  const { hasPanel, isNarrow } = useLayout();
  const aside = useCell(beside);
  const close = () => beside.set(null);
  // While the panel is open, Escape closes the panel and not the conversation.
  useCommands({ back: aside ? close : undefined });
  if (!aside) return null;
  const { name, Component } = aside;
  const content = (
    <Suspense>
      <Component conversationId={conversationId} onClose={close} />
    </Suspense>
  );
  if (hasPanel) {
    return (
      <aside className={classes.beside} aria-label={name[language]}>
        {content}
      </aside>
    );
  }
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={isNarrow ? '100%' : 400}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': name[language] } }}
      styles={{ body: { height: '100%', padding: 0 } }}
    >
      {content}
    </Drawer>
  );
}
