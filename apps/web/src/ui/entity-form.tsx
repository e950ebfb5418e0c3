import { useEffect, useRef, useState, type KeyboardEventHandler, type ReactNode } from 'react';
import { Alert, Stack } from '@mantine/core';
import { Dialog, DialogButtons } from './dialog';
import { LeaveGuard, LeaveQuestion } from './leave-guard';
import { SaveBar } from './save-bar';
import type { Entity } from './use-entity-form';

interface FormProps<Values> {
  entity: Entity<Values>;
  /** Called instead of saving; asks for confirmation and then calls `entity.save`. */
  onSubmit?: (wanted: Values) => void;
  className?: string;
  onKeyDown?: KeyboardEventHandler;
  children: ReactNode;
}

/**
 * A form that focuses the first invalid field after a refusal and asks for confirmation before the user leaves with
 * unsaved changes.
 */
function Form<Values>({
  entity,
  onSubmit = (wanted) => void entity.save(wanted),
  ...form
}: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const submit = entity.form.onSubmit(onSubmit);
  useEffect(() => {
    if (!entity.isSaving) focusFirstInvalid(element.current);
  }, [entity.isSaving]);
  return (
    <form
      ref={element}
      noValidate
      className={form.className}
      onKeyDown={form.onKeyDown}
      onSubmit={(event) => {
        const { currentTarget } = event;
        submit(event);
        // Delayed until the errors of the fields have been rendered.
        setTimeout(() => focusFirstInvalid(currentTarget));
      }}
    >
      {form.children}
      <LeaveGuard when={entity.isDirty && !entity.isSaving} />
    </form>
  );
}

function focusFirstInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

interface EntityFormProps<Values> extends FormProps<Values> {
  /** Text of the saving button; by default "Save". */
  label?: string;
  /** Text beside the button while fields are invalid, for forms longer than a screen. */
  invalid?: string;
}

/** Form of a page: its fields, and a bar at the bottom to save or discard the changes. */
export function EntityForm<Values>({ label, invalid, children, ...form }: EntityFormProps<Values>) {
  const { entity } = form;
  const isInvalid = Object.keys(entity.form.errors).length > 0;
  return (
    <Form {...form}>
      {children}
      <SaveBar
        isDirty={entity.isDirty}
        isSaving={entity.isSaving}
        error={isInvalid ? invalid : entity.error}
        label={label}
        onReset={entity.reset}
      />
    </Form>
  );
}

interface DialogFormProps<Values> extends FormProps<Values> {
  confirm: string;
  isDisabled?: boolean;
  onCancel: () => void;
}

/** Form of a dialog, or of a row that is edited in place: its fields, with buttons to save and to cancel. */
export function DialogForm<Values>({
  confirm,
  isDisabled,
  onCancel,
  children,
  ...form
}: DialogFormProps<Values>) {
  const { isSaving, error } = form.entity;
  return (
    <Form {...form}>
      <Stack gap={16}>
        {children}
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        <DialogButtons confirm={confirm} isPending={isSaving} isDisabled={isDisabled} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

interface FormDialogProps<Values> extends Omit<DialogFormProps<Values>, 'onCancel'> {
  title: string;
  /** Width in px. */
  size?: number;
  onClose: () => void;
}

/** Dialog with a form. Every way of closing it asks for confirmation if there are unsaved changes. */
export function FormDialog<Values>({ title, size, onClose, ...form }: FormDialogProps<Values>) {
  const [isAsking, setAsking] = useState(false);
  const { isDirty, isSaving } = form.entity;
  const close = () => (isDirty && !isSaving ? setAsking(true) : onClose());
  return (
    <Dialog opened onClose={close} size={size} closeOnClickOutside={!isDirty} title={title}>
      <DialogForm {...form} onCancel={close} />
      <LeaveQuestion opened={isAsking} onStay={() => setAsking(false)} onLeave={onClose} />
    </Dialog>
  );
}
