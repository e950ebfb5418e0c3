import { useMemo, useState } from 'react';
import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconFile, IconRefresh, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useCell } from '../../lib/cell';
import { useFormats } from '../../lib/format';
import { useOutage } from '../../lib/live';
import { useTranslation } from '../../lib/translation';
import { errorText } from '../../lib/i18n';
import classes from './composer.module.css';
import { mayRetry, type Upload, type Uploads } from './uploads';

const MB = 1024 * 1024;

/** Why an upload failed; for a file that is too large, with the limit. */
function reasonOf({ code, limit }: Upload, t: TFunction): string {
  return code === 'file_too_large' && limit > 0
    ? t('composer.fileTooLarge', { limit: Math.floor(limit / MB) })
    : errorText(code ?? '');
}

/**
 * Explains that the message cannot be sent because a file failed, even if it has text. The file's chip shows the
 * reason.
 */
export function FailedUploads({ uploads }: { uploads: Uploads }) {
  const files = useCell(uploads.items);
  const { t } = useTranslation();
  const failed = files.filter(({ code }) => code !== null);
  const [first] = failed;
  const isAway = useOutage() !== null;
  return (
    <div role="status">
      {files.length > 0 && (isAway || failed.some(({ code }) => code === 'network')) && (
        <p className={classes.unresolved}>{t('composer.filesOnlyHere')}</p>
      )}
      {first && (
        <div className={classes.failedUploads}>
          <span>
            {t('composer.uploadFailed', {
              count: failed.length,
              name: first.file.name,
            })}
          </span>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => failed.forEach((item) => uploads.remove(item))}
          >
            {t('composer.removeFailed', { count: failed.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The files of the next message, with the upload progress of each. */
export function UploadChips({ uploads }: { uploads: Uploads }) {
  const files = useCell(uploads.items);
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('composer.files')}>
      {files.map((item) => (
        <UploadChip key={item.id} uploads={uploads} item={item} />
      ))}
    </ul>
  );
}

function UploadChip({ uploads, item }: { uploads: Uploads; item: Upload }) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  const { file, asset, progress } = item;
  const percent = Math.round(progress * 100);
  const { code } = item;
  const state = code ? reasonOf(item, t) : asset ? bytes(file.size) : t('composer.uploading', { percent });
  return (
    <li className={classes.chip} data-failed={code !== null || undefined}>
      <Thumb uploads={uploads} item={item} />
      <div className={classes.chipText}>
        <div className={classes.chipName}>{file.name}</div>
        <div className={classes.chipState}>{state}</div>
      </div>
      {mayRetry(item) && (
        <ActionIcon size="sm" aria-label={t('common.retry')} onClick={() => uploads.retry(item)}>
          <IconRefresh size={14} />
        </ActionIcon>
      )}
      <ActionIcon
        size="sm"
        aria-label={t(asset || code ? 'composer.removeFile' : 'composer.cancelUpload', { name: file.name })}
        onClick={() => uploads.remove(item)}
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

function Thumb({ uploads, item: { file, asset } }: { uploads: Uploads; item: Upload }) {
  const isImage = file.type.startsWith('image/');
  const own = useMemo(
    () => (isImage && file instanceof File ? URL.createObjectURL(file) : null),
    [file, isImage],
  );
  const url = own ?? (isImage && asset ? uploads.localUrlOf(asset.id) : null);
  // False if the browser cannot show the file: it may not be the image that its type claims.
  const [isShown, setShown] = useState(true);
  return url && isShown ? (
    <img src={url} alt="" className={classes.thumb} onError={() => setShown(false)} />
  ) : (
    <IconFile size={20} stroke={1.5} className={classes.fileIcon} aria-hidden />
  );
}
