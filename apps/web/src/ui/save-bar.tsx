import { Button, Group } from '@mantine/core';
import { useTranslation } from '../lib/translation';
import { FormFooter } from './form-footer';
import classes from './save-bar.module.css';

interface SaveBarProps {
  isDirty: boolean;
  isSaving: boolean;
  /** Error message if saving failed; the changes stay in the form. */
  error?: string | null;
  /** Text of the saving button; by default "Save". */
  label?: string;
  onReset: () => void;
}

/** Bar at the foot of a `<form>`: submits it, or discards the changes. */
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
