import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { TextInput, UnstyledButton } from '@mantine/core';
import { toastFailure } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import classes from './contact-panel.module.css';

interface EditableValueProps {
  label: string;
  value: string | null;
  /** @returns the error of the typed text; null for none */
  check: (typed: string) => string | null;
  /** Resolves once the server has accepted the text; rejects with its refusal. */
  save: (typed: string) => Promise<unknown>;
  /** The text of a refusal for this field; null if the field is not the cause. */
  refusal: (error: unknown) => string | null;
  inputMode?: 'tel' | 'email' | 'text';
}

/**
 * A value that is edited in place. Enter or leaving the field saves, Escape cancels; a refused text stays in the
 * field.
 */
export function EditableValue(props: EditableValueProps) {
  const { label, value, check, save, refusal, inputMode = 'text' } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);

  const close = () => {
    setTyped(null);
    setError(null);
  };
  const submit = async () => {
    if (typed === null) return;
    if (typed.trim() === (value ?? '')) return close();
    const wrong = check(typed);
    if (wrong !== null) return setError(wrong);
    close();
    try {
      await save(typed);
    } catch (failure) {
      const reason = refusal(failure);
      if (!isMounted.current || reason === null) toastFailure(failure, label);
      if (!isMounted.current) return;
      setTyped(typed);
      setError(reason);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void submit();
    if (event.key === 'Escape') close();
  };

  if (typed === null) {
    return (
      <UnstyledButton
        className={classes.editable}
        data-empty={value === null || undefined}
        aria-label={t('panel.change', { label })}
        title={value ?? undefined}
        onClick={() => setTyped(value ?? '')}
      >
        {value ?? t('panel.add')}
      </UnstyledButton>
    );
  }
  return (
    <TextInput
      size="xs"
      autoFocus
      className={classes.field}
      aria-label={label}
      inputMode={inputMode}
      value={typed}
      error={error}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setError(null);
      }}
      onBlur={() => void submit()}
      onKeyDown={onKeyDown}
      // Escape closes the field, not the drawer around it.
      data-mantine-stop-propagation
    />
  );
}
