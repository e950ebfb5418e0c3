import { TextInput } from '@mantine/core';
import { MAX_SUBJECT_LENGTH } from '@parley/contracts/rules/email-rules';
import { useTranslation } from '../../../lib/translation';
import classes from './mail-editor.module.css';

interface SubjectFieldProps {
  subject: string;
  onChange: (subject: string) => void;
  onLeave?: () => void;
}

/** The subject of an e-mail that is being written. */
export function SubjectField({ subject, onChange, onLeave }: SubjectFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      variant="unstyled"
      leftSection={<span className={classes.label}>{t('email.subject')}</span>}
      leftSectionWidth={76}
      leftSectionProps={{ className: classes.labelAside }}
      aria-label={t('email.subject')}
      value={subject}
      maxLength={MAX_SUBJECT_LENGTH}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onLeave}
    />
  );
}
