import { Button, CopyButton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { errorText } from '../../lib/i18n';
import { closable } from '../../lib/toast';
import type { Outgoing } from './outbox';

/**
 * Reports a refused message or note to a writer who has opened another page; the toast stays until it is closed. If
 * the writer can no longer see the conversation, the toast shows the text, since no page shows it.
 */
export function toastRefused({ kind, name, content }: Outgoing, code: string): void {
  const words = content.text ?? content.template?.text;
  const isHidden = code === 'not_found';
  notifications.show({
    ...closable(),
    color: 'red',
    title: titleOf(kind, name),
    autoClose: false,
    message: (
      <>
        {errorText(code)}
        {isHidden && words && <Words text={words} />}
      </>
    ),
  });
}

function titleOf(kind: Outgoing['kind'], name: string | undefined): string {
  if (name === undefined) return i18next.t('thread.notSent');
  return kind === 'note' ? i18next.t('toast.noteNotAdded', { name }) : i18next.t('toast.notSent', { name });
}

function Words({ text }: { text: string }) {
  return (
    <>
      <Text
        size="sm"
        my={4}
        mah={140}
        c="var(--mantine-color-text)"
        style={{ whiteSpace: 'pre-wrap', overflowY: 'auto' }}
        tabIndex={0}
      >
        {text}
      </Text>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-sm" onClick={copy}>
            {i18next.t(copied ? 'common.copied' : 'common.copy')}
          </Button>
        )}
      </CopyButton>
    </>
  );
}
