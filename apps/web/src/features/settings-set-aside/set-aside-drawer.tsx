import { Button, Drawer, Loader } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SetAsideMail } from '@parley/contracts/api/email';
import { RawText } from '@parley/ui/raw-text';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { fileOf, setAsideSourceQuery } from './set-aside-api';
import { useReason } from './reason';
import classes from './set-aside.module.css';

interface DrawerProps {
  mail: SetAsideMail;
  isRetrying: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** Drawer with an e-mail that could not be imported and its source. The key R retries it, D downloads it. */
export function SetAsideDrawer({ mail, isRetrying, onRetry, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const reasonOf = useReason();
  const download = () => location.assign(fileOf(mail.id));
  useHotkeys([
    ['r', onRetry],
    ['d', () => mail.hasSource && download()],
  ]);
  return (
    <Drawer
      closeButtonProps={{ 'aria-label': t('common.close') }}
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={mail.subject || t('setAside.noSubject')}
    >
      <p className={classes.said}>{reasonOf(mail)}</p>
      <p className={classes.dim}>
        {mail.from ?? t('setAside.nobody')} · {formats.full(mail.receivedAt)} · {formats.bytes(mail.size)}
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={isRetrying}
          onClick={onRetry}
          aria-keyshortcuts="R"
        >
          {t('setAside.retry')}
        </Button>
        {mail.hasSource && (
          <Button
            component="a"
            href={fileOf(mail.id)}
            download
            variant="default"
            leftSection={<IconDownload size={16} />}
            aria-keyshortcuts="D"
          >
            {t('setAside.download')}
          </Button>
        )}
      </div>
      {mail.hasSource ? <Source id={mail.id} /> : <p className={classes.dim}>{t('setAside.onServer')}</p>}
    </Drawer>
  );
}

/** Source of the e-mail as plain text, since it may contain markup from outside. */
function Source({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery(setAsideSourceQuery(id));
  if (isError) return <p role="alert">{t('setAside.sourceFailed')}</p>;
  if (!data) return <Loader size="xs" color="gray" role="status" aria-label={t('common.loading')} />;
  return (
    <>
      <RawText label={t('setAside.source')}>{data.source}</RawText>
      {data.isCut && <p className={classes.dim}>{t('setAside.cut')}</p>}
    </>
  );
}
