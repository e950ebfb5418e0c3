import { useMemo } from 'react';
import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconFile, IconRefresh, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/format';
import { errorText } from '../../../lib/i18n';
import classes from './composer.module.css';
import { mayRetry, removeUpload, retryUpload, type Upload } from './uploads';

/** Says why one cannot send although something is written: a file did not make it. */
export function FailedUploads({ chatId, files }: { chatId: string; files: Upload[] }) {
  const { t } = useTranslation();
  const failed = files.filter(({ code }) => code !== null);
  const [first] = failed;
  return (
    <div role="status">
      {first && (
        <div className={classes.failedUploads}>
          <span>
            {t('composer.uploadFailed', {
              count: failed.length,
              name: first.file.name,
              reason: errorText(first.code ?? ''),
            })}
          </span>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => failed.forEach((item) => removeUpload(chatId, item))}
          >
            {t('composer.removeFailed', { count: failed.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The files of the next message, and how far each has come. */
export function UploadChips({ chatId, files }: { chatId: string; files: Upload[] }) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('composer.files')}>
      {files.map((item) => (
        <UploadChip key={item.id} chatId={chatId} item={item} />
      ))}
    </ul>
  );
}

function UploadChip({ chatId, item }: { chatId: string; item: Upload }) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  const { file, asset, progress, code } = item;
  const percent = Math.round(progress * 100);
  const state = code ? errorText(code) : asset ? bytes(file.size) : t('composer.uploading', { percent });
  return (
    <li className={classes.chip} data-failed={code !== null || undefined}>
      <Thumb file={file} />
      <div className={classes.chipText}>
        <div className={classes.chipName}>{file.name}</div>
        <div className={classes.chipState}>{state}</div>
      </div>
      {mayRetry(item) && (
        <ActionIcon size="sm" aria-label={t('common.retry')} onClick={() => retryUpload(chatId, item)}>
          <IconRefresh size={14} />
        </ActionIcon>
      )}
      <ActionIcon
        size="sm"
        aria-label={t(asset || code ? 'composer.removeFile' : 'composer.cancelUpload', { name: file.name })}
        onClick={() => removeUpload(chatId, item)}
      >
        <IconX size={14} />
      </ActionIcon>
      {!asset && !code && (
        <Progress
          className={classes.progress}
          value={percent}
          size={3}
          radius={0}
          aria-label={t('composer.uploading', { percent })}
        />
      )}
    </li>
  );
}

function Thumb({ file }: { file: File }) {
  const url = useMemo(() => (file.type.startsWith('image/') ? URL.createObjectURL(file) : null), [file]);
  return url ? (
    <img src={url} alt="" className={classes.thumb} />
  ) : (
    <IconFile size={20} stroke={1.5} aria-hidden />
  );
}
