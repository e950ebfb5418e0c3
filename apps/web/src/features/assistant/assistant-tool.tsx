import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import type { ComposerToolProps } from '../../conversation/composer/composer-tool';
import { useCommands } from '../../conversation/keyboard/use-commands';
import { offerUndo } from '../../lib/offer-undo';
import { useTranslation } from '../../lib/translation';
import { stroke } from './stroke';
import { insertInto, withoutSignature, type Taken } from './inserting';
import { lazyPart } from '../../lib/lazy-part';

const AssistantDialog = lazyPart(() => import('./assistant-dialog'), { shape: 'card' });

/** Opens the assistant for the selected text, or for the whole draft. */
export function AssistantTool({ field, draft, offers, open: here }: ComposerToolProps) {
  const { t } = useTranslation();
  const { id } = here.conversation;
  const [open, setOpen] = useState<{ taken: Taken; id: string } | null>(null);
  const begin = () => {
    const text = draft.text.get();
    const [start, end] = [field.current?.selectionStart ?? 0, field.current?.selectionEnd ?? 0];
    const hasSelection = start !== end && end <= text.length;
    const range = hasSelection ? { start, end } : { start: 0, end: text.length };
    setOpen({ taken: { text, ...range }, id });
  };
  // Available only in conversations with contacts: messages among colleagues are not sent to the assistant's
  // provider.
  const canAsk = offers.medium !== undefined;
  useCommands({ assistant: canAsk ? begin : undefined });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isStroke = event.key.toLowerCase() === 'j' && (event.metaKey || event.ctrlKey);
    if (!isStroke || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (!canAsk) return;
    event.preventDefault();
    if (!open) begin();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  if (!canAsk) return null;

  const insert = (taken: Taken, result: string) => {
    const own = withoutSignature(result, offers.signed);
    const before = draft.text.get();
    const after = insertInto(before, taken, own).slice(0, field.current?.maxLength);
    draft.type(after);
    setOpen(null);
    const label = t('assistant.inserted');
    offerUndo(label, {
      label: t('assistant.undo'),
      undo: () => draft.text.get() === after && draft.type(before),
      shownMs: 15_000,
    });
  };
  const label = t('assistant.open');
  return (
    <>
      <ActionIcon
        data-tip={`${label} · ${stroke('J')}`}
        size={30}
        aria-label={label}
        // Keeps the focus and the selection in the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={begin}
      >
        <IconSparkles size={18} stroke={1.6} />
      </ActionIcon>
      {open?.id === id && (
        <Suspense>
          <AssistantDialog
            here={here}
            given={open.taken.text.slice(open.taken.start, open.taken.end)}
            onInsert={(result) => insert(open.taken, result)}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}
