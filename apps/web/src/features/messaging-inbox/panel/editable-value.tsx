import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { TextInput, UnstyledButton } from '@mantine/core';
import { toastFailure } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import classes from './contact-panel.module.css';

interface EditableValueProps {
  label: string;
  value: string | null;
  /**
   * Checks the typed text before saving.
   * @returns an error text; null if there is none
   */
  check: (typed: string) => string | null;
  /** Saves the text. Resolves once the server has accepted it; rejects if the server refuses it. */
  save: (typed: string) => Promise<unknown>;
  /** Error text for this field if the server refused the text; null if the failure has another cause. */
  refusal: (error: unknown) => string | null;
  inputMode?: 'tel' | 'email' | 'text';
}

/**
 * A value that the user edits in place. Enter or leaving the field saves, Escape cancels; a refused text stays in the
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
      // Escape closes only the field, not the drawer around it.
      data-mantine-stop-propagation
    />
  );
}
