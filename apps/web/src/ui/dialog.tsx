import { useEffect, useId, useState, type ReactNode } from 'react';
import { Button, Group, Modal, Text, type ModalProps } from '@mantine/core';
import { createCell, useCell } from '../lib/cell';
import { toastFailure } from '../lib/toast';
import { useTranslation } from '../lib/translation';

/** Ids of the open dialogs, topmost last. */
const openDialogs = createCell<readonly string[]>([]);
/**
 * Escape presses that have already closed a dialog: while such an event propagates, the dialog below becomes topmost,
 * but must not close as well.
 */
const closing = new WeakSet<KeyboardEvent>();

/** A modal dialog whose close button has an accessible name. If several are open, Escape closes only the topmost. */
export function Dialog({ closeOnEscape = true, ...props }: ModalProps) {
  const { t } = useTranslation();
  const id = useId();
  const isOnTop = useCell(openDialogs).at(-1) === id;
  const { opened } = props;
  useEffect(() => {
    if (!opened) return;
    openDialogs.update((open) => [...open, id]);
    return () => openDialogs.update((open) => open.filter((other) => other !== id));
  }, [opened, id]);
  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('common.close') }}
      closeOnEscape={closeOnEscape && isOnTop}
      __handledEscapeEvents={closing}
      {...props}
    />
  );
}

interface DialogButtonsProps {
  /** Text of the confirming button. */
  confirm: string;
  /** Called by the confirming button. Missing: the button submits the surrounding form. */
  onConfirm?: () => void;
  /** Text of the cancelling button; by default "Cancel". */
  cancel?: string;
  onCancel: () => void;
  isDanger?: boolean;
  isPending?: boolean;
  isDisabled?: boolean;
  /** The button that has the focus when the dialog opens. */
  focus?: 'confirm' | 'cancel';
}

export function DialogButtons({ confirm, onConfirm, cancel, onCancel, ...button }: DialogButtonsProps) {
  const { t } = useTranslation();
  const { isDanger, isPending, isDisabled, focus } = button;
  return (
    <Group justify="flex-end" gap={8}>
      <Button variant="default" data-autofocus={focus === 'cancel' || undefined} onClick={onCancel}>
        {cancel ?? t('common.cancel')}
      </Button>
      <Button
        type={onConfirm ? 'button' : 'submit'}
        color={isDanger ? 'red' : undefined}
        data-autofocus={focus === 'confirm' || undefined}
        loading={isPending}
        disabled={isDisabled}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </Group>
  );
}

interface ConfirmDialogProps<Answer> {
  opened: boolean;
  title: string;
  /** Text that explains the consequences. */
  children: ReactNode;
  confirm: string;
  /** Text of the cancelling button; by default "Cancel". */
  cancel?: string;
  /** Whether the question is no warning, so that the confirming button has the focus. */
  isHarmless?: boolean;
  isDisabled?: boolean;
  /** Runs on confirmation. A failure is shown as a toast, and the dialog stays open. */
  action: () => Promise<Answer>;
  onDone?: (answer: Answer) => void;
  onClose: () => void;
}

/** Dialog that asks for confirmation of an action that is hard to undo. */
export function ConfirmDialog<Answer>({ opened, title, ...question }: ConfirmDialogProps<Answer>) {
  return (
    <Dialog opened={opened} onClose={question.onClose} title={title}>
      <Question {...question} />
    </Dialog>
  );
}

type QuestionProps<Answer> = Omit<ConfirmDialogProps<Answer>, 'opened' | 'title'>;

/** Content of a `ConfirmDialog`, for dialogs that first have to load data. */
export function Question<Answer>({
  children,
  confirm,
  cancel,
  isHarmless = false,
  isDisabled,
  action,
  onDone,
  onClose,
}: QuestionProps<Answer>) {
  const [isPending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    try {
      const answer = await action();
      onDone?.(answer);
    } catch (error) {
      toastFailure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Text component="div" size="md" mb={24}>
        {children}
      </Text>
      <DialogButtons
        confirm={confirm}
        cancel={cancel}
        onConfirm={() => void run()}
        onCancel={onClose}
        isDanger={!isHarmless}
        isPending={isPending}
        isDisabled={isDisabled}
        focus={isHarmless ? 'confirm' : 'cancel'}
      />
    </>
  );
}
