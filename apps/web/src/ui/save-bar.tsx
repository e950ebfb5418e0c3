import { useEffect, useRef } from 'react';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from 'react-router-dom';
import { useTranslation } from '../lib/translation';
import classes from './save-bar.module.css';

interface SaveBarProps {
  /** Something was changed that is not saved yet. */
  isDirty: boolean;
  isSaving: boolean;
  /** Why saving failed, in words; what was typed stays. */
  error?: string | null;
  /** What the button says; "Save" if left out. */
  label?: string;
  onReset: () => void;
}

/**
 * At the foot of a form: saves it, or takes the changes back. Stands in a `<form>`, whose `onSubmit` saves. What is
 * refused leads to the first field that it is about; whoever leaves with changes that are not saved is asked first.
 */
export function SaveBar({ isDirty, isSaving, error, label, onReset }: SaveBarProps) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = bar.current?.closest('form');
    // Once the fields say what is wrong with them.
    const look = () => setTimeout(() => focusFirstInvalid(form));
    form?.addEventListener('submit', look);
    return () => form?.removeEventListener('submit', look);
  }, []);
  useEffect(() => {
    if (!isSaving) focusFirstInvalid(bar.current?.closest('form'));
  }, [isSaving]);
  return (
    <>
      <div ref={bar} className={classes.bar}>
        <div role="alert" className={classes.error}>
          {error}
        </div>
        <Group gap={8}>
          <Button variant="default" disabled={!isDirty || isSaving} onClick={onReset}>
            {t('common.discard')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            {label ?? t('common.save')}
          </Button>
        </Group>
      </div>
      <LeaveGuard when={isDirty && !isSaving} />
    </>
  );
}

function focusFirstInvalid(form: HTMLFormElement | null | undefined): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Asks before one leaves the page while something holds. */
export function LeaveGuard({ when }: { when: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [when]);
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('common.leaveTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text size="md">{t('common.leaveText')}</Text>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {t('common.leave')}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {t('common.stay')}
        </Button>
      </Group>
    </Modal>
  );
}
