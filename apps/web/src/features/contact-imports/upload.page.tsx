import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert, Button, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconFileUpload } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { MAX_IMPORT_SIZE, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '@parley/contracts/api/contact-imports';
import { FormFooter } from '@parley/ui/form-footer';
import { SettingsPage } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import classes from './contact-imports.module.css';
import { useForBroadcast } from './for-broadcast';
import { ImportSteps } from './import-steps';
import { useUpload } from './imports-api';

/** Uploads a CSV file that the user chooses, drops or pastes. */
export function Component() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const navigate = useNavigate();
  const upload = useUpload();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [pasted, setPasted] = useState('');
  const { mutate } = upload;
  const { within } = useForBroadcast();
  const take = (file: File | undefined) => {
    if (file) mutate(file, { onSuccess: ({ id }) => void navigate(within(`/contacts/imports/${id}/map`)) });
  };
  const takePasted = useEffectEvent(take);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLTextAreaElement) return;
      const file = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData('text/plain');
      if (file) takePasted(file);
      else if (text) setPasted(text);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  const limits = {
    size: number(MAX_IMPORT_SIZE / 1024 / 1024),
    rows: number(MAX_IMPORT_ROWS),
    columns: number(MAX_IMPORT_COLUMNS),
  };
  return (
    <SettingsPage
      wide
      title={t('imports.uploadTitle')}
      back={{ to: '/contacts/imports', label: t('imports.title') }}
    >
      <ImportSteps at="upload" />
      {upload.isError && (
        <Alert color="red" icon={<IconAlertTriangle />} mb="md" role="alert">
          {errorText(codeOf(upload.error))}
        </Alert>
      )}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <IconFileUpload size={32} stroke={1.4} aria-hidden />
        <p style={{ margin: 0 }}>{t('imports.drop')}</p>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv"
          hidden
          aria-label={t('imports.choose')}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button loading={upload.isPending} onClick={() => input.current?.click()}>
          {t('imports.choose')}
        </Button>
        <p className={classes.limits}>{t('imports.limits', limits)}</p>
      </div>
      <Textarea
        mt="lg"
        label={t('imports.paste')}
        description={t('imports.pasteHint')}
        autosize
        minRows={3}
        maxRows={10}
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <FormFooter>
        <Button
          disabled={pasted.trim() === ''}
          loading={upload.isPending}
          onClick={() => take(new File([pasted], 'pasted.csv', { type: 'text/csv' }))}
        >
          {t('imports.next')}
        </Button>
      </FormFooter>
    </SettingsPage>
  );
}
