import { useEffect, useId, useState, type ReactNode } from 'react';
import { Button, Group, Modal, Text, type ModalProps } from '@mantine/core';
import { createCell, useCell } from '../lib/cell';
import { toastFailure } from '../lib/toast';
import { useTranslation } from '../lib/translation';

/** Dialogs that are open, the one on top last. */
const openDialogs = createCell<readonly string[]>([]);
/** Presses of Escape that closed one of them: the one below is on top before the press has gone to all. */
const closing = new WeakSet<KeyboardEvent>();

/** A modal dialog whose cross has a name. Of dialogs one above the other, Escape closes the one on top. */
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
  /** The button that does it. */
  confirm: string;
  /** Left out: the button submits the form around it. */
  onConfirm?: () => void;
  /** The other button; "Cancel" if left out. */
  cancel?: string;
  onCancel: () => void;
  isDanger?: boolean;
  isPending?: boolean;
  isDisabled?: boolean;
  /** The button that Enter presses when the dialog opens. */
  focus?: 'confirm' | 'cancel';
}

/** The two buttons at the foot of a dialog. */
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
  /** Says what will happen. */
  children: ReactNode;
  confirm: string;
  /** The other button; "Cancel" if left out. */
  cancel?: string;
  /** The question is no warning: Enter confirms it. */
  isHarmless?: boolean;
  isDisabled?: boolean;
  /** What is confirmed. A failure is shown as a toast, and the dialog stays open. */
  action: () => Promise<Answer>;
  onDone?: (answer: Answer) => void;
  onClose: () => void;
}

/** Asks before something is done that is hard to undo, and does it once. */
export function ConfirmDialog<Answer>({ opened, title, ...question }: ConfirmDialogProps<Answer>) {
  return (
    <Dialog opened={opened} onClose={question.onClose} title={title}>
      <Question {...question} />
    </Dialog>
  );
}

type QuestionProps<Answer> = Omit<ConfirmDialogProps<Answer>, 'opened' | 'title'>;

/** The inside of a `ConfirmDialog`, for a dialog that has to load before it can ask. */
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
