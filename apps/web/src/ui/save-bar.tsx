import { Button, Group } from '@mantine/core';
import { useTranslation } from '../lib/translation';
import { FormFooter } from './form-footer';
import classes from './save-bar.module.css';

interface SaveBarProps {
  /** Something was changed that is not saved yet. */
  isDirty: boolean;
  isSaving: boolean;
  /** Why saving failed, in words; what was typed stays. */
  error?: string | null;
  /** The button that saves; "Save" if left out. */
  label?: string;
  onReset: () => void;
}

/** At the foot of a form: saves it, or discards the changes. Stands in a `<form>`, whose `onSubmit` saves. */
export function SaveBar({ isDirty, isSaving, error, label, onReset }: SaveBarProps) {
  const { t } = useTranslation();
  return (
    <FormFooter>
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
    </FormFooter>
  );
}
